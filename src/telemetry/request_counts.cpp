#include "telemetry/request_counts.h"

namespace foreshock::telemetry {
namespace request_counts_impl {

constexpr std::array ttft_bounds = {0.01, 0.025, 0.05, 0.1, 0.2, 0.3,  0.5,  0.75, 1.0,
                                    1.5,  2.0,   3.0,  5.0, 7.5, 10.0, 15.0, 30.0, 60.0};
constexpr std::array inter_token_bounds = {0.001, 0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05,
                                           0.075, 0.1,    0.15,  0.25, 0.5,   1.0,  2.5,  5.0};
constexpr std::array e2e_bounds = {0.05, 0.1,  0.25, 0.5,  1.0,  2.0,  3.0,   5.0,   7.5,
                                   10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 120.0, 300.0, 600.0};

// Whole, and no refusal.
bool is_complete(const Observation& observation) {
  return (observation.state == TerminalState::ok || observation.state == TerminalState::ok_no_done) &&
         observation.status >= 200 && observation.status < 300;
}

void add_latencies(ModelCounts& counts, const Observation& observation) {
  const Stamps& stamps = observation.stamps;
  if (stamps.first_token) counts.ttft.add(seconds(*stamps.first_token - stamps.accepted), observation.weight);
  if (is_complete(observation))
    counts.e2e.add(seconds(stamps.last_token.value_or(stamps.end) - stamps.accepted), observation.weight);
  observation.gaps.for_each(
      [&](double gap, double count) { counts.inter_token.add(gap, count * observation.weight); });
}

}  // namespace request_counts_impl

ModelCounts::ModelCounts()
    : ttft(request_counts_impl::ttft_bounds),
      inter_token(request_counts_impl::inter_token_bounds),
      e2e(request_counts_impl::e2e_bounds) {}

RequestCounts::RequestCounts() {
  models_.try_emplace(std::string(other_model));
}

void RequestCounts::add(const Observation& observation) {
  states_[static_cast<size_t>(observation.state)] += observation.weight;
  error_classes_[static_cast<size_t>(error_class_of(observation))] += observation.weight;
  auto& [model, counts] = of_model(observation);
  request_counts_impl::add_latencies(counts, observation);
  counts.output_tokens += static_cast<double>(observation.tokens.output.value_or(0)) * observation.weight;
  counts.prompt_tokens += static_cast<double>(observation.tokens.prompt.value_or(0)) * observation.weight;
  genai_[genai_labels(observation, model)].add(observation);
}

// A name that was only ever refused takes no place.
std::pair<const std::string, ModelCounts>& RequestCounts::of_model(const Observation& observation) {
  if (const auto found = models_.find(observation.model); found != models_.end()) return *found;
  const bool answered = observation.stamps.first_token || observation.tokens.output.value_or(0) > 0;
  const bool named = !observation.model.empty() && observation.model.size() <= longest_name;
  if (answered && named && models_.size() <= most_models)
    return *models_.try_emplace(observation.model).first;
  return *models_.find(other_model);
}

}  // namespace foreshock::telemetry
