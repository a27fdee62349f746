#include "signals/latency.h"

namespace foreshock::signals {
namespace latency_impl {

std::optional<double> since_accepted(const Observation& observation, const std::optional<Instant>& stamp) {
  if (!stamp) return std::nullopt;
  return seconds(*stamp - observation.stamps.accepted);
}

}  // namespace latency_impl

std::optional<double> time_to_first_token(const Observation& observation) {
  return latency_impl::since_accepted(observation, observation.stamps.first_token);
}

std::optional<double> time_to_first_answer_token(const Observation& observation) {
  return latency_impl::since_accepted(observation, observation.stamps.first_answer_token);
}

std::optional<double> end_to_end(const Observation& observation) {
  if (error_class_of(observation) != ErrorClass::none) return std::nullopt;
  const auto& stamps = observation.stamps;
  return latency_impl::since_accepted(observation, stamps.last_token ? stamps.last_token : stamps.end);
}

std::optional<double> queue_time(const Observation& observation) {
  return latency_impl::since_accepted(observation, observation.stamps.dequeued);
}

std::optional<double> decode_rate(const Observation& observation) {
  const auto& stamps = observation.stamps;
  if (!stamps.first_token || !stamps.last_token || *stamps.last_token <= *stamps.first_token)
    return std::nullopt;
  if (!observation.stream || observation.tokens.output.value_or(0) < 2) return std::nullopt;
  return static_cast<double>(*observation.tokens.output - 1) /
         seconds(*stamps.last_token - *stamps.first_token);
}

std::optional<double> longest_gap(const Observation& observation) {
  return observation.gaps.quantile(1);
}

std::optional<double> prefill_rate(const Observation& observation) {
  const auto time = time_to_first_token(observation);
  if (!time || *time <= 0 || !observation.tokens.prompt) return std::nullopt;
  const int64_t computed = *observation.tokens.prompt - observation.tokens.cached.value_or(0);
  return computed > 0 ? std::optional(static_cast<double>(computed) / *time) : std::nullopt;
}

}  // namespace foreshock::signals
