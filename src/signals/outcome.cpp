#include "signals/outcome.h"

namespace foreshock::signals {
namespace outcome_impl {

bool complete(const Observation& observation) {
  return observation.state == TerminalState::ok || observation.state == TerminalState::ok_no_done;
}

}  // namespace outcome_impl

std::optional<double> service_error(const Observation& observation) {
  switch (error_class_of(observation)) {
    case ErrorClass::none:
    case ErrorClass::client:
    case ErrorClass::cancelled:
      return 0;
    default:
      return 1;
  }
}

std::optional<double> finish_length(const Observation& observation) {
  if (observation.finish_reason.empty()) return std::nullopt;
  const std::string& reason = observation.finish_reason;
  return reason == "length" || reason == "max_tokens" || reason == "incomplete" || reason == "limit" ? 1 : 0;
}

std::optional<double> empty_answer(const Observation& observation) {
  if (!outcome_impl::complete(observation) || !observation.tokens.output) return std::nullopt;
  return *observation.tokens.output > 0 && observation.token_events == 0 ? 1 : 0;
}

std::optional<double> truncated(const Observation& observation) {
  return observation.state == TerminalState::truncated ? 1 : 0;
}

std::optional<double> context_lost(const Observation& observation) {
  const TokenCounts& tokens = observation.tokens;
  if (!observation.context_window || !tokens.prompt || !tokens.output || tokens.estimated)
    return std::nullopt;
  const int64_t beyond = *tokens.prompt + *tokens.output - *observation.context_window;
  return beyond > 0 || (beyond == 0 && finish_length(observation) == 1) ? 1 : 0;
}

std::optional<double> retried(const Observation& observation) {
  return observation.attempt > 1 ? 1 : 0;
}

std::optional<double> asked_again(const Observation& observation) {
  return observation.asked_again ? 1 : 0;
}

std::optional<double> zero_reasoning(const Observation& observation) {
  if (!observation.tokens.reasoning) return std::nullopt;
  return *observation.tokens.reasoning == 0 ? 1 : 0;
}

}  // namespace foreshock::signals
