#pragma once
// What is counted of the requests seen so far. A value: copied to be printed. Not thread-safe.
#include <array>
#include <map>
#include <string>

#include "core/observation.h"
#include "telemetry/genai_counts.h"
#include "telemetry/histogram.h"

namespace foreshock::telemetry {

constexpr size_t error_class_count = 7;

// Of the requests to one model. Seconds and tokens.
struct ModelCounts {
  ModelCounts();

  Histogram ttft, inter_token, e2e;
  double output_tokens = 0, prompt_tokens = 0;
};

class RequestCounts {
 public:
  static constexpr size_t most_models = 50;
  static constexpr size_t longest_name = 200;  // bytes
  static constexpr std::string_view other_model = "other";

  RequestCounts();
  void add(const Observation& observation);

  double of(TerminalState state) const { return states_[static_cast<size_t>(state)]; }
  double of(ErrorClass error_class) const { return error_classes_[static_cast<size_t>(error_class)]; }
  // By model as the client asked. The first 50 that answered with tokens have a name, and the rest are
  // "other".
  const std::map<std::string, ModelCounts, std::less<>>& models() const { return models_; }
  const std::map<GenAiLabels, GenAiCounts>& genai() const { return genai_; }

 private:
  // The name under which OBSERVATION counts, and its counts.
  std::pair<const std::string, ModelCounts>& of_model(const Observation& observation);

  std::array<double, terminal_state_count> states_{};
  std::array<double, error_class_count> error_classes_{};
  std::map<std::string, ModelCounts, std::less<>> models_;
  std::map<GenAiLabels, GenAiCounts> genai_;
};

}  // namespace foreshock::telemetry
