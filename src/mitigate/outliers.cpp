#include "mitigate/outliers.h"

#include <algorithm>
#include <array>

#include "core/catalog.h"

namespace foreshock::mitigate {
namespace outliers_impl {

constexpr int64_t longest = 10;  // times OutlierOptions::ejection

constexpr std::array rows = {
    option<&OutlierOptions::interval>(
        "interval", "s", 1, 3600,
        "How often backends are compared with each other, over what happened since."),
    option<&OutlierOptions::volume>(
        "volume", "requests", 1, 1'000'000,
        "So many requests of a backend have to end in that time for it to be judged."),
    option<&OutlierOptions::failures>("failures", "ratio", 0.01, 1,
                                      "A backend is left out when the share of its requests that fail is so "
                                      "much above the median of the others."),
    option<&OutlierOptions::latency>(
        "latency", "", 1.1, 1000, "Also when its time to first token is so many times the median of theirs."),
    option<&OutlierOptions::ejection>("ejection", "s", 0, 3600,
                                      "For how long; longer each time in a row. 0: never."),
};
static_assert(names_are_unique(rows));

double failed_share(const PeerTally& tally) {
  return static_cast<double>(tally.failed) / static_cast<double>(std::max<int64_t>(tally.ended, 1));
}
double mean_first_token(const PeerTally& tally) {
  return tally.first_token_seconds / static_cast<double>(std::max<int64_t>(tally.first_tokens, 1));
}

// The lower one of two in the middle.
double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace outliers_impl

OptionSet outlier_options() {
  return outliers_impl::rows;
}

std::optional<Ejection> Outliers::verdict_on(size_t backend, std::span<const PeerTally> tallies,
                                             Instant now) const {
  using namespace outliers_impl;
  std::vector<double> failures, latencies;
  for (size_t i = 0; i < tallies.size(); ++i) {
    if (i == backend || all_[i].out_until > now) continue;
    if (tallies[i].ended >= options_.volume) failures.push_back(failed_share(tallies[i]));
    if (tallies[i].first_tokens >= options_.volume) latencies.push_back(mean_first_token(tallies[i]));
  }
  const PeerTally& own = tallies[backend];
  if (own.ended >= options_.volume && !failures.empty()) {
    const double share = failed_share(own), peers = median(failures);
    if (share >= peers + options_.failures.value) return Ejection{backend, false, share, peers, {}};
  }
  if (own.first_tokens >= options_.volume && !latencies.empty()) {
    const double time = mean_first_token(own), peers = median(latencies);
    if (time >= peers * options_.latency && time > peers) return Ejection{backend, true, time, peers, {}};
  }
  return std::nullopt;
}

std::vector<Ejection> Outliers::judge(std::span<const PeerTally> tallies, Instant now) {
  using namespace outliers_impl;
  std::vector<Ejection> found;
  if (options_.ejection <= Duration{}) return found;
  size_t out = 0;
  for (size_t i = 0; i < all_.size(); ++i) {
    One& one = all_[i];
    if (one.out_until > now) {
      ++out;
    } else if (const auto verdict = verdict_on(i, tallies, now)) {
      found.push_back(*verdict);
    } else if (tallies[i].ended >= options_.volume) {
      one.times = std::max<int64_t>(one.times - 1, 0);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Ejection& a, const Ejection& b) {
    return a.by_latency != b.by_latency ? b.by_latency : a.value > b.value;
  });
  const size_t room = all_.size() / 2 > out ? all_.size() / 2 - out : 0;
  if (found.size() > room) found.resize(room);
  for (Ejection& one : found) {
    const int64_t times = all_[one.backend].times = std::min(all_[one.backend].times + 1, longest);
    one.time = options_.ejection * times;
    all_[one.backend].out_until = now + one.time;
  }
  return found;
}

}  // namespace foreshock::mitigate
