#pragma once
// Suggested actions that wait for a person, each until its own end.
#include <mutex>

#include "core/ports.h"

namespace foreshock::mitigate {

class PendingActions final : public Approvals {
 public:
  // Both outlive it.
  PendingActions(DialBoard& board, AuditLog& audit) : board_(board), audit_(audit) {}

  // In place of what is suggested for the same dial and scope.
  void add(const Action& action);
  std::vector<Action> pending(Instant now) const override;
  Result<DialSetting> approve(Identity action, std::string_view who, Instant now) override;
  Result<void> decline(Identity action, std::string_view who, Instant now) override;

 private:
  Result<Action> take(Identity action, Instant now);

  DialBoard& board_;
  AuditLog& audit_;
  mutable std::mutex mutex_;
  std::vector<Action> actions_;
};

}  // namespace foreshock::mitigate
