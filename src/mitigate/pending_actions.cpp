#include "mitigate/pending_actions.h"

#include <algorithm>

#include <fmt/format.h>

#include "mitigate/audit.h"

namespace foreshock::mitigate {
namespace pending_actions_impl {

Warrant warrant_of(const Action& action, std::string_view who) {
  Warrant warrant{std::string(who), false, action.because};
  warrant.because.insert(warrant.because.begin(), action.id);
  return warrant;
}

}  // namespace pending_actions_impl

void PendingActions::add(const Action& action) {
  const std::lock_guard lock(mutex_);
  std::erase_if(actions_, [&](const Action& old) {
    return old.setting.until <= action.at ||
           (old.setting.dial == action.setting.dial && old.setting.scope == action.setting.scope);
  });
  actions_.push_back(action);
}

std::vector<Action> PendingActions::pending(Instant now) const {
  const std::lock_guard lock(mutex_);
  std::vector<Action> out;
  std::copy_if(actions_.begin(), actions_.end(), std::back_inserter(out),
               [&](const Action& action) { return action.setting.until > now; });
  return out;
}

Result<DialSetting> PendingActions::approve(Identity id, std::string_view who, Instant now) {
  FORESHOCK_TRY(const Action action, take(id, now));
  const Warrant warrant = pending_actions_impl::warrant_of(action, who);
  DialSetting setting = action.setting;
  setting.until = now + (action.setting.until - action.at);
  audit_.append(audit_line({now, Deed::approve, warrant, setting, setting.previous, setting.value}));
  return board_.set(setting, warrant, now);
}

Result<void> PendingActions::decline(Identity id, std::string_view who, Instant now) {
  FORESHOCK_TRY(const Action action, take(id, now));
  audit_.append(audit_line({now, Deed::decline, pending_actions_impl::warrant_of(action, who), action.setting,
                            action.setting.previous, action.setting.value}));
  return {};
}

Result<Action> PendingActions::take(Identity id, Instant now) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(actions_.begin(), actions_.end(), [&](const Action& action) {
    return action.id == id && action.setting.until > now;
  });
  if (found == actions_.end())
    return fail(Code::not_found, fmt::format("no action {} waits for approval", to_text(id)),
                "It may have ended; GET /api/v1/actions/pending lists what waits.");
  Action action = *found;
  actions_.erase(found);
  return action;
}

}  // namespace foreshock::mitigate
