#include "mitigate/limits.h"

#include <algorithm>
#include <array>

#include "mitigate/scope.h"

namespace foreshock::mitigate {
namespace limits_impl {

using Entry = ActionLog::Entry;

constexpr double rounding = 1e-9;

bool acts_there(const Attempt& attempt, const ActionLog& log, const MitigateOptions&) {
  return std::any_of(log.entries().begin(), log.entries().end(), [&](const Entry& entry) {
    return entry.runs(attempt.at) && overlap(entry.scope, attempt.scope);
  });
}

bool rests(const Attempt& attempt, const ActionLog& log, const MitigateOptions& options) {
  return std::any_of(log.entries().begin(), log.entries().end(), [&](const Entry& entry) {
    return entry.policy == attempt.policy && overlap(entry.scope, attempt.scope) &&
           attempt.at < entry.until + options.cool_down;
  });
}

bool has_spent_the_hour(const Attempt& attempt, const ActionLog& log, const MitigateOptions& options) {
  const auto in_hour = std::count_if(log.entries().begin(), log.entries().end(), [&](const Entry& entry) {
    return entry.at > attempt.at - std::chrono::hours(1);
  });
  return in_hour >= options.hourly_budget;
}

bool touches_too_much(const Attempt& attempt, const ActionLog& log, const MitigateOptions& options) {
  double share = attempt.share;
  for (const Entry& entry : log.entries())
    if (entry.runs(attempt.at)) share += entry.share;
  return share > options.blast_radius.value + rounding;
}

struct Limit {
  std::string_view sentence;
  bool (*forbids)(const Attempt&, const ActionLog&, const MitigateOptions&);
};
constexpr std::array limits = {
    Limit{"an action is under way there", acts_there},
    Limit{"the policy rests there after its last action (mitigate.cool_down)", rests},
    Limit{"the actions of this hour are spent (mitigate.hourly_budget)", has_spent_the_hour},
    Limit{"it would touch too much of the traffic (mitigate.blast_radius)", touches_too_much},
};

}  // namespace limits_impl

std::string_view held_back_by(const Attempt& attempt, const ActionLog& log, const MitigateOptions& options) {
  for (const limits_impl::Limit& limit : limits_impl::limits)
    if (limit.forbids(attempt, log, options)) return limit.sentence;
  return {};
}

}  // namespace foreshock::mitigate
