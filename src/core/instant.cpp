#include "core/instant.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace foreshock {

namespace chrono = std::chrono;

namespace instant_impl {

// Reads a text from its front; once something is missing nothing more is read.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  int number(size_t digits, int min, int max) {
    int value = 0;
    for (size_t i = 0; i < digits; ++i) {
      if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return fail();
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value >= min && value <= max ? value : fail();
  }
  bool has(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!has(c)) fail();
  }
  // Of a second; digits behind the ninth do not count.
  Duration fraction() {
    int64_t nanoseconds = 0, unit = 100'000'000;
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') fail();
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1), unit /= 10)
      nanoseconds += (rest_.front() - '0') * unit;
    return Duration(nanoseconds);
  }
  bool read_all() const { return good_ && rest_.empty(); }

 private:
  int fail() {
    good_ = false;
    rest_ = {};
    return 0;
  }

  std::string_view rest_;
  bool good_ = true;
};

}  // namespace instant_impl

RealClock::RealClock()
    : offset_(chrono::duration_cast<Duration>(chrono::system_clock::now().time_since_epoch()) -
              chrono::duration_cast<Duration>(chrono::steady_clock::now().time_since_epoch())) {}

Instant RealClock::now() const {
  return Instant{chrono::duration_cast<Duration>(chrono::steady_clock::now().time_since_epoch()) + offset_};
}

std::string iso8601(Instant instant) {
  const auto milliseconds = chrono::floor<chrono::milliseconds>(instant.time_since_epoch());
  const auto whole = chrono::floor<chrono::seconds>(milliseconds);
  const std::time_t since_epoch = whole.count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(since_epoch), (milliseconds - whole).count());
}

std::optional<Instant> parse_iso8601(std::string_view text) {
  instant_impl::Reader reader(text);
  const chrono::year year(reader.number(4, 1970, 2200));
  reader.expect('-');
  const chrono::month month(static_cast<unsigned>(reader.number(2, 1, 12)));
  reader.expect('-');
  const chrono::day day(static_cast<unsigned>(reader.number(2, 1, 31)));
  reader.expect('T');
  Duration time = chrono::hours(reader.number(2, 0, 23));
  reader.expect(':');
  time += chrono::minutes(reader.number(2, 0, 59));
  reader.expect(':');
  time += chrono::seconds(reader.number(2, 0, 59));
  if (reader.has('.')) time += reader.fraction();
  if (const bool west = reader.has('-'); west || reader.has('+')) {
    const auto hours = chrono::hours(reader.number(2, 0, 14));
    reader.expect(':');
    const Duration offset = hours + chrono::minutes(reader.number(2, 0, 59));
    time += west ? offset : -offset;
  } else {
    reader.expect('Z');
  }
  const chrono::year_month_day date(year, month, day);
  if (!reader.read_all() || !date.ok()) return std::nullopt;
  return Instant{chrono::sys_days(date).time_since_epoch() + time};
}

}  // namespace foreshock
