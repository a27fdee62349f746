#include "scenario/conditions.h"

#include <array>
#include <charconv>
#include <utility>

#include "scenario/named.h"
#include "scenario/quantities.h"

namespace foreshock::scenario {
namespace conditions_impl {

// Longer ones first.
constexpr std::array comparisons = {
    Named{">=", Comparison::at_least}, Named{"<=", Comparison::at_most}, Named{">", Comparison::more},
    Named{"<", Comparison::less},      Named{"", Comparison::equal},
};

Comparison take_comparison(std::string_view& text) {
  for (const auto& [name, comparison] : comparisons)
    if (text.starts_with(name)) {
      text.remove_prefix(name.size());
      return comparison;
    }
  return Comparison::equal;
}

template <class T>
bool compare(Comparison comparison, T value, T limit) {
  switch (comparison) {
    case Comparison::equal:
      return value == limit;
    case Comparison::less:
      return value < limit;
    case Comparison::at_most:
      return value <= limit;
    case Comparison::more:
      return value > limit;
    case Comparison::at_least:
      return value >= limit;
  }
  return false;
}

// The two ends of A-B; of A alone, A and nothing.
std::pair<std::string_view, std::string_view> ends_of(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == std::string_view::npos) return {text, {}};
  return {text.substr(0, dash), text.substr(dash + 1)};
}

// -1 for anything but 0 to LAST.
int small_number(std::string_view text, int last) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 && number <= last ? number : -1;
}

}  // namespace conditions_impl

bool CountTest::holds(int64_t count) const {
  return conditions_impl::compare(comparison, count, limit);
}

bool DurationTest::holds(Duration duration) const {
  return conditions_impl::compare(comparison, duration, limit);
}

bool HourWindow::holds(Duration since_midnight) const {
  const Duration start = std::chrono::hours(from), end = std::chrono::hours(to);
  if (from < to) return since_midnight >= start && since_midnight < end;
  return since_midnight >= start || since_midnight < end;
}

Result<CountTest> parse_count_test(std::string_view text) {
  std::string_view limit = text;
  const Comparison comparison = conditions_impl::take_comparison(limit);
  const auto count = parse_count(limit);
  if (!count) return expected("a comparison such as \">=16k\", \"<1k\" or 4096", text);
  return CountTest{comparison, *count};
}

Result<DurationTest> parse_duration_test(std::string_view text) {
  std::string_view limit = text;
  const Comparison comparison = conditions_impl::take_comparison(limit);
  const auto duration = parse_duration(limit);
  if (!duration) return expected("a comparison such as \">1h\" or \"<=90s\"", text);
  return DurationTest{comparison, *duration};
}

Result<HourWindow> parse_hours(std::string_view text) {
  const auto [first, last] = conditions_impl::ends_of(text);
  const int from = conditions_impl::small_number(first, 23);
  const int to = conditions_impl::small_number(last, 24);
  if (from < 0 || to < 0 || from == to) return expected("hours such as \"22-4\" (start in, end out)", text);
  return HourWindow{from, to};
}

Result<Weekdays> parse_weekdays(std::string_view text) {
  const auto [first, last] = conditions_impl::ends_of(text);
  const auto from = parse_weekday(first);
  const auto to = text.size() == first.size() ? from : parse_weekday(last);
  if (!from || !to) return expected("weekdays such as \"Sun\" or \"Sat-Sun\"", text);
  Weekdays out;
  for (int day = *from; day != *to; day = (day + 1) % 7) out.days |= static_cast<uint8_t>(1 << day);
  out.days |= static_cast<uint8_t>(1 << *to);
  return out;
}

}  // namespace foreshock::scenario
