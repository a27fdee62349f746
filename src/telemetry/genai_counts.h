#pragma once
// What the GenAI conventions of OpenTelemetry ask to be counted of requests
// (open-telemetry/semantic-conventions 1.41 and semantic-conventions-genai, which renames some of it).
// Values: copied to be printed. Not thread-safe.
#include <compare>
#include <map>
#include <string>
#include <string_view>

#include "core/observation.h"
#include "telemetry/histogram.h"

namespace foreshock::telemetry {

// Each bounded: 5 operations, 4 providers, and the models of RequestCounts.
struct GenAiLabels {
  std::string_view operation;  // gen_ai.operation.name, by the path
  std::string_view provider;   // gen_ai.provider.name: the dialect that was spoken
  std::string model;           // gen_ai.request.model
  auto operator<=>(const GenAiLabels&) const = default;
};
GenAiLabels genai_labels(const Observation& observation, std::string model);

// By error.type; none is a success.
using Durations = std::map<ErrorClass, Histogram>;

// Seconds and tokens. Client: Foreshock as the engine's client, from sending on; server: as its clients see
// it, from acceptance on. Token counts that were only estimated are left out.
struct GenAiCounts {
  GenAiCounts();
  void add(const Observation& observation);

  Durations client_duration, server_duration;
  Histogram time_to_first_chunk, time_per_output_chunk, time_to_first_token, time_per_output_token;
  Histogram input_tokens, output_tokens;
  double input = 0, output = 0, cached = 0,
         reasoning = 0;  // cached and reasoning are parts of input and output
};

}  // namespace foreshock::telemetry
