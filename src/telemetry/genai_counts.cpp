#include "telemetry/genai_counts.h"

#include <array>

#include "wire/dialect.h"

namespace foreshock::telemetry {
namespace genai_counts_impl {

// The advised boundaries: 0.01·2^k and 4^k for k = 0..13.
constexpr auto powers(double first, double factor) {
  std::array<double, 14> bounds{};
  for (double& bound : bounds) {
    bound = first;
    first *= factor;
  }
  return bounds;
}
constexpr auto duration_bounds = powers(0.01, 2);
constexpr auto token_bounds = powers(1, 4);
constexpr std::array first_token_bounds = {0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1,
                                           0.25,  0.5,   0.75, 1.0,  2.5,  5.0,  7.5,  10.0};
constexpr std::array output_token_bounds = {0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2,
                                            0.3,  0.4,   0.5,  0.75,  1.0, 2.5};

std::string_view operation_of(std::string_view endpoint) {
  switch (wire::dialect_of_path(endpoint)) {
    case wire::Dialect::openai_chat:
    case wire::Dialect::openai_responses:
    case wire::Dialect::anthropic:
      return "chat";
    case wire::Dialect::openai_completions:
    case wire::Dialect::llama_completion:
      return "text_completion";
    case wire::Dialect::ollama:
      return endpoint.ends_with("generate") ? "text_completion" : "chat";
    case wire::Dialect::embeddings:
      return "embeddings";
    case wire::Dialect::unknown:
      break;
  }
  return "other";
}

std::string_view provider_of(std::string_view endpoint) {
  switch (wire::dialect_of_path(endpoint)) {
    case wire::Dialect::anthropic:
      return "anthropic";
    case wire::Dialect::ollama:
      return "ollama";
    case wire::Dialect::llama_completion:
      return "llama.cpp";
    default:
      return "openai";
  }
}

void add_duration(Durations& durations, const Observation& observation, Instant from) {
  Histogram& histogram =
      durations.try_emplace(error_class_of(observation), std::span<const double>(duration_bounds))
          .first->second;
  histogram.add(seconds(observation.stamps.end - from), observation.weight);
}

void add_stream(GenAiCounts& counts, const Observation& observation) {
  const Stamps& stamps = observation.stamps;
  if (stamps.sent && stamps.first_event)
    counts.time_to_first_chunk.add(seconds(*stamps.first_event - *stamps.sent), observation.weight);
  observation.gaps.for_each(
      [&](double gap, double count) { counts.time_per_output_chunk.add(gap, count * observation.weight); });
}

// (duration - time to first token) / (output tokens - 1).
void add_tokens_in_time(GenAiCounts& counts, const Observation& observation) {
  const Stamps& stamps = observation.stamps;
  if (!stamps.first_token) return;
  counts.time_to_first_token.add(seconds(*stamps.first_token - stamps.accepted), observation.weight);
  const int64_t steps = observation.tokens.output.value_or(0) - 1;
  if (stamps.last_token && steps > 0)
    counts.time_per_output_token.add(
        seconds(*stamps.last_token - *stamps.first_token) / static_cast<double>(steps), observation.weight);
}

void add_usage(GenAiCounts& counts, const Observation& observation) {
  const TokenCounts& tokens = observation.tokens;
  const double weight = observation.weight;
  const auto number = [](const std::optional<int64_t>& count) {
    return static_cast<double>(count.value_or(0));
  };
  if (tokens.estimated) return;
  counts.input += number(tokens.prompt) * weight;
  counts.output += number(tokens.output) * weight;
  counts.cached += number(tokens.cached) * weight;
  counts.reasoning += number(tokens.reasoning) * weight;
  if (tokens.prompt) counts.input_tokens.add(number(tokens.prompt), weight);
  if (tokens.output) counts.output_tokens.add(number(tokens.output), weight);
}

}  // namespace genai_counts_impl

GenAiLabels genai_labels(const Observation& observation, std::string model) {
  using namespace genai_counts_impl;
  return {operation_of(observation.endpoint), provider_of(observation.endpoint), std::move(model)};
}

GenAiCounts::GenAiCounts()
    : time_to_first_chunk(genai_counts_impl::duration_bounds),
      time_per_output_chunk(genai_counts_impl::duration_bounds),
      time_to_first_token(genai_counts_impl::first_token_bounds),
      time_per_output_token(genai_counts_impl::output_token_bounds),
      input_tokens(genai_counts_impl::token_bounds),
      output_tokens(genai_counts_impl::token_bounds) {}

void GenAiCounts::add(const Observation& observation) {
  using namespace genai_counts_impl;
  add_duration(server_duration, observation, observation.stamps.accepted);
  if (observation.stamps.sent) add_duration(client_duration, observation, *observation.stamps.sent);
  if (observation.stream) add_stream(*this, observation);
  if (error_class_of(observation) == ErrorClass::none) add_tokens_in_time(*this, observation);
  add_usage(*this, observation);
}

}  // namespace foreshock::telemetry
