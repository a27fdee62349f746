#include "enginesim/metrics_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreshock::enginesim::metrics_page_test {

using testing::HasSubstr;
using testing::Not;

std::string page_after(const EngineSpec& spec, int requests, Instant until) {
  Model model(spec, 1);
  for (int i = 0; i < requests; ++i) {
    Request request{read_prompt("Hello there", "Hello there"), {}};
    request.wish.max_tokens = request.wish.length = 10;
    model.submit(std::move(request), Instant{});
  }
  model.advance(until);
  return metrics_page(model);
}

TEST(MetricsPage, TellsWhatTheEngineDoesNow) {
  EngineSpec spec;
  spec.model = "a \"b\"";
  spec.max_running = 2;
  spec.kv_blocks = 10;
  const std::string page = page_after(spec, 3, Instant{});
  EXPECT_THAT(page, HasSubstr("# TYPE vllm:num_requests_running gauge\n"
                              "vllm:num_requests_running{engine=\"0\",model_name=\"a \\\"b\\\"\"} 2.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:num_requests_waiting{engine=\"0\",model_name=\"a \\\"b\\\"\"} 1.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:kv_cache_usage_perc{engine=\"0\",model_name=\"a \\\"b\\\"\"} 0.2\n"));
  EXPECT_THAT(page, Not(HasSubstr("spec_decode")));
}

TEST(MetricsPage, CountsTokensAndTimes) {
  const std::string page = page_after(EngineSpec{}, 2, Instant{} + std::chrono::hours(1));
  const std::string labels = "{engine=\"0\",model_name=\"foreshock-sim\"";
  EXPECT_THAT(page, HasSubstr("vllm:prompt_tokens_total" + labels + "} 4.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:generation_tokens_total" + labels + "} 20.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:time_to_first_token_seconds_bucket" + labels + ",le=\"0.02\"} 0.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:time_to_first_token_seconds_bucket" + labels + ",le=\"0.04\"} 2.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:time_to_first_token_seconds_bucket" + labels + ",le=\"+Inf\"} 2.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:inter_token_latency_seconds_bucket" + labels + ",le=\"0.025\"} 0.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:inter_token_latency_seconds_bucket" + labels + ",le=\"0.05\"} 18.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:inter_token_latency_seconds_count" + labels + "} 18.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:e2e_request_latency_seconds_count" + labels + "} 2.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:request_success_total" + labels + ",finished_reason=\"length\"} 2.0\n"));
}

// Two requests of 2 + 10 tokens in one step each time.
TEST(MetricsPage, HasWhatBoardsOfVllmShow) {
  const std::string page = page_after(EngineSpec{}, 2, Instant{} + std::chrono::hours(1));
  const std::string labels = "{engine=\"0\",model_name=\"foreshock-sim\"";
  const auto expect = [&](const std::string& name, const std::string& label, const char* value) {
    EXPECT_THAT(page, HasSubstr("vllm:" + name + labels + label + "} " + value + "\n"));
  };
  for (const char* name : {"request_queue_time_seconds", "request_prefill_time_seconds",
                           "request_decode_time_seconds", "request_inference_time_seconds"})
    expect(std::string(name) + "_count", "", "2.0");
  expect("request_prompt_tokens_sum", "", "4.0");
  expect("request_prompt_tokens_bucket", ",le=\"100000.0\"", "2.0");
  EXPECT_THAT(page, Not(HasSubstr("le=\"200000.0\""))) << "the context has 131072";
  expect("request_generation_tokens_bucket", ",le=\"5.0\"", "0.0");
  expect("request_generation_tokens_bucket", ",le=\"10.0\"", "2.0");
  expect("request_max_num_generation_tokens_sum", "", "20.0");
  expect("request_params_n_bucket", ",le=\"1.0\"", "2.0");
  expect("request_params_max_tokens_sum", "", "20.0");
  expect("iteration_tokens_total_bucket", ",le=\"1.0\"", "0.0");
  expect("iteration_tokens_total_count", "", "10.0");
  expect("iteration_tokens_total_sum", "", "24.0");
  EXPECT_THAT(page,
              HasSubstr("# TYPE vllm:cache_config_info gauge\nvllm:cache_config_info{block_size=\"16\","));
  EXPECT_THAT(page, HasSubstr(",num_gpu_blocks=\"8192\",engine=\"0\"} 1.0\n"));
}

TEST(MetricsPage, TakesACallOfSeveralAnswersTogether) {
  Model model(EngineSpec{}, 1);
  const auto siblings = std::make_shared<Siblings>(Siblings{2, 2});
  for (const int64_t tokens : {10, 30}) {
    Request request{read_prompt("Hello there", "Hello there"), {}, siblings};
    request.wish.max_tokens = request.wish.length = tokens;
    model.submit(std::move(request), Instant{});
  }
  model.advance(Instant{} + std::chrono::hours(1));
  EXPECT_EQ(model.statistics().answers_wanted.count(), 1);
  EXPECT_EQ(model.statistics().answers_wanted.sum(), 2);
  EXPECT_EQ(model.statistics().longest_generation.sum(), 30);
  EXPECT_EQ(model.statistics().request_generation_tokens.count(), 2);
}

TEST(MetricsPage, ShowsSpeculationWhenItIsOn) {
  EngineSpec spec;
  spec.draft_length = 2;
  spec.acceptance = Ratio{1};
  const std::string page = page_after(spec, 1, Instant{} + std::chrono::hours(1));
  const std::string labels = "{engine=\"0\",model_name=\"foreshock-sim\"";
  EXPECT_THAT(page, HasSubstr("vllm:spec_decode_num_drafts_total" + labels + "} 3.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:spec_decode_num_draft_tokens_total" + labels + "} 6.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:spec_decode_num_accepted_tokens_total" + labels + "} 6.0\n"));
  EXPECT_THAT(page, HasSubstr("vllm:spec_decode_num_judge_calls_total" + labels + "} 3.0\n"));
  EXPECT_THAT(page, HasSubstr("per_pos_total" + labels + ",position=\"1\"} 3.0\n"));
}

}  // namespace foreshock::enginesim::metrics_page_test
