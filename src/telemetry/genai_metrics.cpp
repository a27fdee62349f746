#include "telemetry/genai_metrics.h"

#include <array>

namespace foreshock::telemetry {
namespace genai_metrics_impl {

using wire::MetricType;
using wire::PrometheusText;
using CountsByLabels = std::map<GenAiLabels, GenAiCounts>;

// A value that has an old and a new name stands under both.
template <class Value>
struct Row {
  std::string_view name, help;
  Value GenAiCounts::*value;
};

constexpr std::array durations = {
    Row<Durations>{"gen_ai_client_operation_duration_seconds",
                   "From sending to the engine to the end of its answer.", &GenAiCounts::client_duration},
    Row<Durations>{"gen_ai_client_inference_duration_seconds",
                   "From sending to the engine to the end of its answer.", &GenAiCounts::client_duration},
    Row<Durations>{"gen_ai_server_request_duration_seconds",
                   "From accepting a request to the end of its answer.", &GenAiCounts::server_duration},
};

constexpr std::array histograms = {
    Row<Histogram>{"gen_ai_client_operation_time_to_first_chunk_seconds",
                   "Streams: from sending to the first event.", &GenAiCounts::time_to_first_chunk},
    Row<Histogram>{"gen_ai_client_inference_time_to_first_chunk_seconds",
                   "Streams: from sending to the first event.", &GenAiCounts::time_to_first_chunk},
    Row<Histogram>{"gen_ai_client_operation_time_per_output_chunk_seconds",
                   "Streams: between events with tokens.", &GenAiCounts::time_per_output_chunk},
    Row<Histogram>{"gen_ai_client_inference_time_per_output_chunk_seconds",
                   "Streams: between events with tokens.", &GenAiCounts::time_per_output_chunk},
    Row<Histogram>{"gen_ai_server_time_to_first_token_seconds",
                   "Good answers: from accepting to the first token.", &GenAiCounts::time_to_first_token},
    Row<Histogram>{"gen_ai_server_time_per_output_token_seconds",
                   "Good answers: time for each token after the first.", &GenAiCounts::time_per_output_token},
    Row<Histogram>{"gen_ai_client_inference_operation_input_tokens", "Prompt tokens of a request.",
                   &GenAiCounts::input_tokens},
    Row<Histogram>{"gen_ai_client_inference_operation_output_tokens", "Output tokens of an answer.",
                   &GenAiCounts::output_tokens},
};

constexpr std::array counters = {
    Row<double>{"gen_ai_client_inference_usage_input_tokens_total", "Prompt tokens, cached ones included.",
                &GenAiCounts::input},
    Row<double>{"gen_ai_client_inference_usage_output_tokens_total", "Output tokens, reasoning included.",
                &GenAiCounts::output},
    Row<double>{"gen_ai_client_inference_usage_cache_read_input_tokens_total",
                "Prompt tokens that came from the prefix cache.", &GenAiCounts::cached},
    Row<double>{"gen_ai_client_inference_usage_reasoning_output_tokens_total", "Reasoning tokens.",
                &GenAiCounts::reasoning},
};

wire::Labels labels_of(const GenAiLabels& labels) {
  return {{"gen_ai_operation_name", std::string(labels.operation)},
          {"gen_ai_provider_name", std::string(labels.provider)},
          {"gen_ai_request_model", labels.model}};
}

wire::Labels labels_of(const GenAiLabels& labels, std::string name, std::string value) {
  wire::Labels all = labels_of(labels);
  all.push_back({std::move(name), std::move(value)});
  return all;
}

void write_durations(PrometheusText& text, const CountsByLabels& counts) {
  for (const auto& row : durations) {
    text.begin(row.name, MetricType::histogram, row.help);
    for (const auto& [labels, of_labels] : counts)
      for (const auto& [error, histogram] : of_labels.*row.value)
        text.histogram(histogram.values(),
                       error == ErrorClass::none
                           ? labels_of(labels)
                           : labels_of(labels, "error_type", std::string(name_of(error))));
  }
}

// The old name for tokens: one histogram with a label where the new ones are two.
void write_token_usage(PrometheusText& text, const CountsByLabels& counts) {
  text.begin("gen_ai_client_token_usage", MetricType::histogram, "Tokens of a request, by type.");
  for (const auto& [labels, of_labels] : counts) {
    text.histogram(of_labels.input_tokens.values(), labels_of(labels, "gen_ai_token_type", "input"));
    text.histogram(of_labels.output_tokens.values(), labels_of(labels, "gen_ai_token_type", "output"));
  }
}

}  // namespace genai_metrics_impl

void write_genai(wire::PrometheusText& text, const std::map<GenAiLabels, GenAiCounts>& counts) {
  using namespace genai_metrics_impl;
  write_durations(text, counts);
  for (const auto& row : histograms) {
    text.begin(row.name, MetricType::histogram, row.help);
    for (const auto& [labels, of_labels] : counts)
      text.histogram((of_labels.*row.value).values(), labels_of(labels));
  }
  write_token_usage(text, counts);
  for (const auto& row : counters) {
    text.begin(row.name, MetricType::counter, row.help);
    for (const auto& [labels, of_labels] : counts)
      text.sample(of_labels.*row.value, labels_of(labels, "gen_ai_token_modality", "unknown"));
  }
}

}  // namespace foreshock::telemetry
