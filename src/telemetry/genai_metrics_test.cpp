#include "telemetry/genai_metrics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "telemetry/request_counts.h"

namespace foreshock::telemetry::genai_metrics_test {

using namespace std::chrono_literals;

constexpr const char* chat =
    R"(gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="qwen3")";

class GenAiMetricsTest : public ::testing::Test {
 protected:
  // The value of a sample of model qwen3 by chat; -1 when it is not on the page.
  double value(const std::string& name, const std::string& more = "") const {
    wire::PrometheusText text;
    write_genai(text, counts_.genai());
    const std::string page = "\n" + text.page();
    const std::string sample = fmt::format("\n{}{{{}{}}} ", name, chat, more);
    const size_t at = page.find(sample);
    return at == std::string::npos ? -1 : std::stod(page.substr(at + sample.size()));
  }
  std::string page() const {
    wire::PrometheusText text;
    write_genai(text, counts_.genai());
    return text.page();
  }

  RequestCounts counts_;
};

Observation answered() {
  Observation observation;
  observation.endpoint = "/v1/chat/completions";
  observation.model = "qwen3";
  observation.status = 200;
  observation.stream = true;
  Stamps& stamps = observation.stamps;
  stamps.accepted = Instant{1'000'000s};
  stamps.sent = stamps.accepted + 500ms;
  stamps.first_event = stamps.accepted + 750ms;
  stamps.first_token = stamps.accepted + 1s;
  stamps.last_token = stamps.accepted + 3s;
  stamps.end = stamps.accepted + 4s;
  observation.token_events = 5;
  observation.tokens = TokenCounts{100, 64, 5, 2, false};
  observation.gaps.add(0.5, 4);
  return observation;
}

TEST_F(GenAiMetricsTest, BothGenerationsOfNamesSayTheSame) {
  counts_.add(answered());
  for (const char* name :
       {"gen_ai_client_operation_duration_seconds", "gen_ai_client_inference_duration_seconds"}) {
    EXPECT_EQ(value(fmt::format("{}_sum", name)), 3.5) << "from sending to the end";
    EXPECT_EQ(value(fmt::format("{}_bucket", name), R"(,le="2.56")"), 0);
    EXPECT_EQ(value(fmt::format("{}_bucket", name), R"(,le="5.12")"), 1);
  }
  for (const char* name : {"operation", "inference"}) {
    EXPECT_EQ(value(fmt::format("gen_ai_client_{}_time_to_first_chunk_seconds_sum", name)), 0.25);
    EXPECT_EQ(value(fmt::format("gen_ai_client_{}_time_per_output_chunk_seconds_count", name)), 4);
  }
  EXPECT_EQ(value("gen_ai_server_request_duration_seconds_sum"), 4) << "from acceptance to the end";
  EXPECT_EQ(value("gen_ai_server_time_to_first_token_seconds_sum"), 1);
  EXPECT_EQ(value("gen_ai_server_time_per_output_token_seconds_sum"), 0.5) << "2 s for four tokens";
}

TEST_F(GenAiMetricsTest, CountsTokensUnderTheOldNameAndTheNew) {
  counts_.add(answered());
  counts_.add(answered());
  EXPECT_EQ(value("gen_ai_client_token_usage_sum", R"(,gen_ai_token_type="input")"), 200);
  EXPECT_EQ(value("gen_ai_client_token_usage_bucket", R"(,gen_ai_token_type="output",le="4")"), 0);
  EXPECT_EQ(value("gen_ai_client_token_usage_bucket", R"(,gen_ai_token_type="output",le="16")"), 2);
  EXPECT_EQ(value("gen_ai_client_inference_operation_input_tokens_sum"), 200);
  EXPECT_EQ(value("gen_ai_client_inference_operation_output_tokens_sum"), 10);
  const auto usage = [&](std::string_view kind) {
    return value(fmt::format("gen_ai_client_inference_usage_{}_tokens_total", kind),
                 R"(,gen_ai_token_modality="unknown")");
  };
  EXPECT_EQ(usage("input"), 200);
  EXPECT_EQ(usage("output"), 10);
  EXPECT_EQ(usage("cache_read_input"), 128);
  EXPECT_EQ(usage("reasoning_output"), 4);
}

TEST_F(GenAiMetricsTest, EstimatedTokensAreNoUsage) {
  Observation observation = answered();
  observation.tokens = TokenCounts{{}, {}, 5, {}, true};
  counts_.add(observation);
  EXPECT_EQ(value("gen_ai_client_token_usage_count", R"(,gen_ai_token_type="output")"), 0);
  EXPECT_EQ(value("gen_ai_server_time_per_output_token_seconds_count"), 1);
}

TEST_F(GenAiMetricsTest, AFailureHasAnErrorTypeAndNoTokenTimes) {
  Observation observation = answered();
  observation.state = TerminalState::timeout;
  counts_.add(observation);
  EXPECT_EQ(value("gen_ai_client_operation_duration_seconds_count"), -1);
  EXPECT_EQ(value("gen_ai_client_operation_duration_seconds_count", R"(,error_type="timeout")"), 1);
  EXPECT_EQ(value("gen_ai_server_time_to_first_token_seconds_count"), 0);
  EXPECT_EQ(value("gen_ai_client_inference_usage_input_tokens_total", R"(,gen_ai_token_modality="unknown")"),
            100)
      << "what was used was used";
}

TEST_F(GenAiMetricsTest, WhatWasNeverSentIsNoOperationOfTheClient) {
  Observation observation = answered();
  observation.stamps.sent.reset();
  observation.stream = false;
  counts_.add(observation);
  EXPECT_EQ(value("gen_ai_client_operation_duration_seconds_count"), -1);
  EXPECT_EQ(value("gen_ai_server_request_duration_seconds_count"), 1);
  EXPECT_EQ(value("gen_ai_client_operation_time_per_output_chunk_seconds_count"), 0);
}

TEST_F(GenAiMetricsTest, OperationAndProviderComeFromThePath) {
  const auto labels = [](std::string endpoint) {
    Observation observation;
    observation.endpoint = std::move(endpoint);
    const GenAiLabels labels = genai_labels(observation, "m");
    return fmt::format("{} {}", labels.operation, labels.provider);
  };
  EXPECT_EQ(labels("/v1/chat/completions"), "chat openai");
  EXPECT_EQ(labels("/v1/completions"), "text_completion openai");
  EXPECT_EQ(labels("/v1/responses"), "chat openai");
  EXPECT_EQ(labels("/v1/messages"), "chat anthropic");
  EXPECT_EQ(labels("/api/chat"), "chat ollama");
  EXPECT_EQ(labels("/api/generate"), "text_completion ollama");
  EXPECT_EQ(labels("/v1/embeddings"), "embeddings openai");
  EXPECT_EQ(labels("other"), "other openai");
}

TEST_F(GenAiMetricsTest, ModelsAreThoseOfTheOtherMetrics) {
  for (int i = 0; i < 60; ++i) {
    Observation observation = answered();
    observation.model = fmt::format("model-{}", i);
    counts_.add(observation);
  }
  EXPECT_EQ(counts_.genai().size(), RequestCounts::most_models + 1);
  EXPECT_NE(page().find(R"(gen_ai_request_model="other")"), std::string::npos);
  EXPECT_EQ(page().find(R"(gen_ai_request_model="model-59")"), std::string::npos);
}

}  // namespace foreshock::telemetry::genai_metrics_test
