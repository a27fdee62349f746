#include "detect/filters.h"

#include <algorithm>
#include <array>

namespace foreshock::detect {
namespace filters_impl {

constexpr Duration minute = std::chrono::minutes(1);
constexpr int64_t most_minutes = 5;  // looked back, where requests are rare
constexpr double half = 0.5;
constexpr double fewest = 4;  // requests in a value of a dimension, below which it says nothing
constexpr Duration with_it = std::chrono::minutes(10);
constexpr std::array<std::string_view, 2> kinds_of_request = {"class", "prompt"};
constexpr std::array<std::string_view, 5> of_probes = {"probe_score", "planted_fact", "tle", "logprob_rank",
                                                       "probe_tokens_per_char"};

double sign_of(Change change) {
  return change == Change::rise ? 1 : -1;
}

// Whether some value of DIMENSION moved with the whole by at least a half; unknown where none can say.
enum class Moved : uint8_t { yes, no, unknown };
Moved moved_in(std::string_view dimension, const Finding& finding, double by, const ShiftBook& book,
               Instant now) {
  Moved moved = Moved::unknown;
  for (const std::string& value : book.values_of(dimension)) {
    const auto shift =
        book.shift({finding.series.signal, {std::string(dimension), value}}, finding.onset, now);
    if (!shift || shift->count < fewest) continue;
    if (sign_of(finding.change) * shift->mean >= half * by) return Moved::yes;
    moved = Moved::no;
  }
  return moved;
}

// The open minute and the one before it, or as many more as it takes to say something; not before ONSET.
std::optional<Shift> last_seen(const SeriesKey& series, const ShiftBook& book, Instant onset, Instant now) {
  std::optional<Shift> last;
  for (int64_t back = 1; back <= most_minutes && (!last || last->count < fewest); ++back)
    last = book.shift(series, std::max(onset, bucket_start(now, minute) - back * minute), now);
  return last;
}

}  // namespace filters_impl

bool wakes(const SignalSpec& spec, Change change) {
  if (spec.wakes == Wakes::nobody) return false;
  if (spec.wakes == Wakes::either_way) return true;
  return (change == Change::rise) == (spec.direction != Direction::higher_is_better);
}

bool went_away(const Finding& finding, const ShiftBook& book, Instant now) {
  using namespace filters_impl;
  const auto all = book.shift(finding.series, finding.onset, now);
  if (!all) return true;
  const double sign = sign_of(finding.change);
  const auto last = last_seen(finding.series, book, finding.onset, now);
  if (!last || last->count < fewest) return false;
  return sign * last->mean < half * std::min(sign * all->mean, 2 * all->matters);
}

bool only_the_mix(const Finding& finding, const ShiftBook& book, Instant now) {
  using namespace filters_impl;
  const auto all = book.shift(finding.series, finding.onset, now);
  if (!all) return false;
  const double by = std::max(sign_of(finding.change) * all->mean, all->matters / 2);
  for (const std::string_view dimension : kinds_of_request) {
    if (finding.series.stratum.dimension == dimension) continue;
    if (moved_in(dimension, finding, by, book, now) == Moved::no) return true;
  }
  return false;
}

bool harness_changed(const Finding& finding, std::span<const Event> events) {
  using namespace filters_impl;
  if (std::find(of_probes.begin(), of_probes.end(), finding.series.signal) == of_probes.end()) return false;
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return event.kind == EventKind::harness_change && std::chrono::abs(event.at - finding.onset) < with_it;
  });
}

}  // namespace foreshock::detect
