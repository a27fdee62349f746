#include "mitigate/action_log.h"

#include <algorithm>

namespace foreshock::mitigate {
namespace action_log_impl {

constexpr Duration memory = std::chrono::hours(24 * 7);  // the longest cool-down

}  // namespace action_log_impl

void ActionLog::note(const Action& action, double share) {
  std::erase_if(entries_,
                [&](const Entry& entry) { return entry.until + action_log_impl::memory < action.at; });
  entries_.push_back({action.policy, action.setting.scope, share, action.at, action.setting.until});
}

void ActionLog::undone(const Stratum& scope, Instant now) {
  for (Entry& entry : entries_)
    if (entry.scope == scope && entry.runs(now)) entry.until = now;
}

}  // namespace foreshock::mitigate
