#pragma once
// From a Diagnosis to an Action. Pure: the same inputs give the same answer.
#include <span>

#include "core/diagnosis.h"
#include "mitigate/action_log.h"
#include "mitigate/dials.h"
#include "mitigate/engine_facts.h"
#include "mitigate/options.h"
#include "mitigate/pending_actions.h"

namespace foreshock::mitigate {

struct PolicyRow {
  std::string_view name;
  std::span<const std::string_view> causes;  // that it answers
  Dial dial;
  Autonomy MitigateOptions::*autonomy;
  // What the dial should be; nothing: leave it.
  std::optional<double> (*value)(const EngineFacts& facts, const MitigateOptions& options);
  std::string_view help;
  std::string_view judged_by = {};  // the signal that is to come back; empty: the one that woke somebody
};
std::span<const PolicyRow> policies();

// Where the diagnosis holds.
struct Situation {
  Stratum scope;     // of a dimension that no dial knows: everywhere
  double share = 1;  // of the traffic, that the scope holds
  EngineFacts engine;
};

struct Answer {
  std::optional<Action> action;  // its id is left to the caller
  std::string held_back;         // a policy would have acted, but for this; empty: none would
};

// The first policy that answers the causes of DIAGNOSIS, taken together probable enough, and that no limit
// holds back. An action whose autonomy is `observe` is one that would have been. To be noted in LOG by the
// caller, whatever its autonomy.
Answer answer(const Diagnosis& diagnosis, const Situation& situation, const ActionLog& log,
              const MitigateOptions& options, Instant now);

// Does what its autonomy allows: nothing, a suggestion, or the turn of the dial. Errors: those of
// DialBoard::set.
Result<void> carry_out(const Action& action, DialBoard& board, PendingActions& pending);

}  // namespace foreshock::mitigate
