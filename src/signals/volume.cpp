#include "signals/volume.h"

namespace foreshock::signals {
namespace volume_impl {

std::optional<double> as_number(std::optional<int64_t> count) {
  return count ? std::optional<double>(static_cast<double>(*count)) : std::nullopt;
}

}  // namespace volume_impl

std::optional<double> one_request(const Observation&) {
  return 1;
}

std::optional<double> prompt_tokens(const Observation& observation) {
  return volume_impl::as_number(observation.tokens.prompt);
}

std::optional<double> output_tokens(const Observation& observation) {
  return volume_impl::as_number(observation.tokens.output);
}

std::optional<double> reasoning_tokens(const Observation& observation) {
  return volume_impl::as_number(observation.tokens.reasoning);
}

std::optional<double> drafted_tokens(const Observation& observation) {
  return volume_impl::as_number(observation.tokens.drafted);
}

std::optional<double> accepted_tokens(const Observation& observation) {
  return volume_impl::as_number(observation.tokens.accepted);
}

std::optional<double> prefix_hit(const Observation& observation) {
  const auto& tokens = observation.tokens;
  if (!tokens.cached || tokens.prompt.value_or(0) <= 0) return std::nullopt;
  return static_cast<double>(*tokens.cached) / static_cast<double>(*tokens.prompt);
}

}  // namespace foreshock::signals
