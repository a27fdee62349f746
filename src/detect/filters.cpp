#include "detect/filters.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace foreshock::detect {
namespace filters_impl {

constexpr Duration minute = std::chrono::minutes(1);
constexpr int64_t most_minutes = 5;  // looked back, where requests are rare
constexpr double half = 0.5;
constexpr double most_of_gaps = 1.25;  // so much further than the mean gap the longest one may have grown
constexpr Duration doubted_for = std::chrono::minutes(5);  // where chance may move the whole as far
constexpr double fewest = 4;  // requests in a value of a dimension, below which it says nothing
constexpr Duration with_it = std::chrono::minutes(10);
constexpr Duration unlike_before =
    std::chrono::hours(6);  // other probes are not measured by what the old ones gave
// Where requests are served. A part of each kind of request goes there.
constexpr std::array<std::string_view, 5> places = {"replica", "version", "device", "zone", "driver"};
constexpr std::array<std::string_view, 2> kinds_of_request = {"class", "prompt"};
constexpr std::array<std::string_view, 5> of_probes = {"probe_score", "planted_fact", "tle", "logprob_rank",
                                                       "probe_tokens_per_char"};

double sign_of(Change change) {
  return change == Change::rise ? 1 : -1;
}

// Where the kinds of request are looked at: the values of a dimension that begin so.
struct Kinds {
  std::string dimension, begin;
  double share = 1;  // of their requests, those that lie in the finding's stratum
};

// By CLASS or PROMPT; nothing where that is what the stratum tells already.
std::optional<Kinds> kinds_by(std::string_view kind, const Finding& finding, const Shift& all,
                              const ShiftBook& book, Instant now) {
  const Stratum& stratum = finding.series.stratum;
  if (stratum.dimension.find(kind) != std::string::npos) return std::nullopt;
  if (stratum.dimension.empty()) return Kinds{std::string(kind), ""};
  const std::string pair = fmt::format("{}+{}", stratum.dimension, kind);
  if (!book.values_of(pair).empty()) return Kinds{pair, fmt::format("{}+", stratum.value)};
  if (std::find(places.begin(), places.end(), stratum.dimension) == places.end())
    return Kinds{std::string(kind), ""};
  const auto total = book.shift({finding.series.signal, {}}, finding.onset, now);
  if (!total || total->count <= 0) return std::nullopt;
  return Kinds{std::string(kind), "", std::min(1.0, all.count / total->count)};
}

// Whether one of KINDS moved with the whole by at least a half; unknown where none can say.
enum class Moved : uint8_t { yes, no, unknown };
Moved moved_in(const Kinds& kinds, const Finding& finding, double by, const ShiftBook& book, Instant now) {
  Moved moved = Moved::unknown;
  for (const std::string& value : book.values_of(kinds.dimension)) {
    if (!value.starts_with(kinds.begin)) continue;
    const auto shift = book.shift({finding.series.signal, {kinds.dimension, value}}, finding.onset, now);
    if (!shift || shift->count < fewest) continue;
    moved = Moved::no;
    const double enough = half * by * kinds.share;
    const bool may_be_chance = kinds.share < 1 && shift->error > enough && now - finding.onset < doubted_for;
    if (!may_be_chance && sign_of(finding.change) * shift->mean >= enough) return Moved::yes;
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
    const auto kinds = kinds_by(dimension, finding, *all, book, now);
    if (kinds && moved_in(*kinds, finding, by, book, now) == Moved::no) return true;
  }
  return false;
}

bool only_packed(const Finding& finding, const ShiftBook& book, Instant now) {
  using namespace filters_impl;
  const std::string& signal = finding.series.signal;
  if (finding.change != Change::rise || (signal != "inter_token" && signal != "stall")) return false;
  const auto since = [&](const char* name, const Stratum& where) {
    return book.shift({name, where}, finding.onset, now);
  };
  const Stratum& here = finding.series.stratum;
  const auto found = book.shift(finding.series, finding.onset, now);
  const auto gaps = since("inter_token", here);
  if (!found || !gaps || found->mean > most_of_gaps * gaps->mean) return false;
  auto rate = since("decode_rate", here);
  if (!rate) {
    const auto all = since("inter_token", {});
    if (all && all->mean >= half * gaps->mean) rate = since("decode_rate", {});
  }
  return rate && standing_of(*rate) == Standing::steady;
}

bool harness_changed(const Finding& finding, std::span<const Event> events) {
  using namespace filters_impl;
  if (std::find(of_probes.begin(), of_probes.end(), finding.series.signal) == of_probes.end()) return false;
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return event.kind == EventKind::harness_change && finding.onset > event.at - with_it &&
           finding.onset < event.at + unlike_before;
  });
}

}  // namespace foreshock::detect
