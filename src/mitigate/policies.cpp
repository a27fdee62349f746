#include "mitigate/policies.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalog.h"
#include "mitigate/draft_length.h"
#include "mitigate/limits.h"
#include "mitigate/scope.h"

namespace foreshock::mitigate {
namespace policies_impl {

constexpr std::array rows = {
    PolicyRow{"draft_length", draft_length_causes, Dial::draft_length, &MitigateOptions::draft_length,
              shorter_draft, "Turns the draft length down where drafts are thrown away.", "inter_token"},
};
static_assert(names_are_unique(rows));

double probability_of(const PolicyRow& policy, const Diagnosis& diagnosis) {
  double sum = 0;
  for (const Cause& cause : diagnosis.causes)
    if (std::find(policy.causes.begin(), policy.causes.end(), cause.name) != policy.causes.end())
      sum += cause.probability;
  return sum;
}

Stratum widened(const Stratum& scope) {
  const bool known =
      std::find(scope_dimensions.begin(), scope_dimensions.end(), scope.dimension) != scope_dimensions.end();
  return known ? scope : Stratum{};
}

}  // namespace policies_impl

std::span<const PolicyRow> policies() {
  return policies_impl::rows;
}

Answer answer(const Diagnosis& diagnosis, const Situation& situation, const ActionLog& log,
              const MitigateOptions& options, Instant now) {
  const Stratum scope = policies_impl::widened(situation.scope);
  const double share = scope == situation.scope ? situation.share : 1;
  Answer out;
  for (const PolicyRow& policy : policies()) {
    const double probability = policies_impl::probability_of(policy, diagnosis);
    if (probability <= 0 || probability < options.least_probability.value) continue;
    const auto value = policy.value(situation.engine, options);
    if (!value) continue;
    out.held_back = held_back_by({policy.name, scope, share, now}, log, options);
    if (!out.held_back.empty()) continue;
    Action action;
    action.because = {diagnosis.id};
    action.policy = policy.name;
    action.autonomy = options.*policy.autonomy;
    action.setting.dial = spec_of(policy.dial).name;
    action.setting.scope = scope;
    action.setting.value = value;
    if (const auto measured = situation.engine.draft_length)
      action.setting.previous = spec_of(policy.dial).whole ? std::round(*measured) : *measured;
    action.setting.until = now + options.lease;
    action.at = now;
    out.action = std::move(action);
    return out;
  }
  return out;
}

Result<void> carry_out(const Action& action, DialBoard& board, PendingActions& pending) {
  switch (action.autonomy) {
    case Autonomy::observe:
      return {};
    case Autonomy::suggest:
      pending.add(action);
      return {};
    case Autonomy::act:
      break;
  }
  Warrant warrant{action.policy, true, action.because};
  warrant.because.insert(warrant.because.begin(), action.id);
  if (const auto set = board.set(action.setting, warrant, action.at); !set) return fail(set.error());
  return {};
}

}  // namespace foreshock::mitigate
