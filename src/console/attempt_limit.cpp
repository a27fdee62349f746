#include "console/attempt_limit.h"

namespace foreshock::console {
namespace attempt_limit_impl {

constexpr std::string_view all_others = "others";

}  // namespace attempt_limit_impl

std::string_view AttemptLimit::place_of(std::string_view peer) const {
  const bool known = counts_.find(peer) != counts_.end();
  return known || counts_.size() < most_addresses ? peer : attempt_limit_impl::all_others;
}

Duration AttemptLimit::wait(std::string_view peer, Instant now) const {
  const auto found = counts_.find(place_of(peer));
  if (found == counts_.end() || found->second.failures < most) return {};
  return std::max(Duration{}, found->second.since + window - now);
}

void AttemptLimit::failed(std::string_view peer, Instant now) {
  std::erase_if(counts_, [now](const auto& entry) { return entry.second.since + window <= now; });
  const auto [entry, is_new] = counts_.try_emplace(std::string(place_of(peer)), Count{0, now});
  ++entry->second.failures;
}

}  // namespace foreshock::console
