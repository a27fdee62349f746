#include "enginesim/served_replica_test.h"

#include <gmock/gmock.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim::served_replica_test {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(ServedReplicaTest, StreamsThePlannedTokensOneAChunk) {
  options.name = "a";
  const Reply reply = stream();
  ASSERT_EQ(reply.status, 200);
  EXPECT_EQ(reply.content_type, "text/event-stream; charset=utf-8");
  EXPECT_EQ(reply.replica, "a");
  const auto chunks = chunks_of(reply);
  ASSERT_EQ(chunks.size(), 1u + 12 + 1 + 1);
  EXPECT_EQ(chunks[0]["choices"][0]["delta"]["role"], "assistant");
  EXPECT_EQ(chunks[0]["system_fingerprint"], "fp_sim_1");
  EXPECT_EQ(count_tokens(text_of(chunks)), 12) << text_of(chunks);
  EXPECT_EQ(chunks[13]["choices"][0]["finish_reason"], "stop");
  EXPECT_EQ(chunks[14]["usage"]["prompt_tokens"], 20) << "the plan counts";
  EXPECT_EQ(chunks[14]["usage"]["completion_tokens"], 12);
  EXPECT_EQ(planner.planned, 1);
  EXPECT_EQ(planner.begun, 1);
  EXPECT_EQ(planner.running, 1);
  EXPECT_EQ(planner.over, 1);
}

TEST_F(ServedReplicaTest, TheSameWordsComeWholeAndStreamed) {
  const json answer = chat(R"(,"temperature":0)").parsed();
  EXPECT_EQ(answer["object"], "chat.completion");
  EXPECT_EQ(answer["choices"][0]["message"]["content"], text_of(chunks_of(stream(R"(,"temperature":0)"))));
  EXPECT_EQ(answer["usage"]["completion_tokens"], 12);
  EXPECT_NE(chat().parsed()["choices"], chat().parsed()["choices"]);
}

TEST_F(ServedReplicaTest, ReasonsFirst) {
  planner.next.request.output_tokens = 30;
  planner.next.reasoning_tokens = 18;
  const auto chunks = chunks_of(stream());
  ASSERT_EQ(chunks.size(), 1u + 30 + 1 + 1);
  EXPECT_TRUE(chunks[18]["choices"][0]["delta"].contains("reasoning_content"));
  EXPECT_TRUE(chunks[19]["choices"][0]["delta"].contains("content"));
  EXPECT_EQ(count_tokens(text_of(chunks, "reasoning_content")), 18);
  EXPECT_EQ(count_tokens(text_of(chunks)), 12);
  EXPECT_EQ(chunks.back()["usage"]["completion_tokens_details"]["reasoning_tokens"], 18);
}

constexpr const char* weather_tool =
    R"(,"tools":[{"type":"function","function":{"name":"get_weather","parameters":
    {"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}])";

TEST_F(ServedReplicaTest, CallsAToolOverAsManyTokensAsArePlanned) {
  planner.next.tool_due = true;
  for (const int64_t tokens : {3, 200}) {
    planner.next.request.output_tokens = tokens;
    const auto chunks = chunks_of(stream(weather_tool));
    std::string name, arguments;
    for (const json& chunk : chunks)
      for (const json& one : chunk["choices"])
        for (const json& call : one["delta"].value("tool_calls", json::array())) {
          name += call["function"].value("name", "");
          arguments += call["function"]["arguments"].get<std::string>();
        }
    EXPECT_EQ(name, "get_weather");
    EXPECT_TRUE(json::parse(arguments)["city"].is_string()) << arguments;
    EXPECT_EQ(chunks[chunks.size() - 2]["choices"][0]["finish_reason"], "tool_calls");
    EXPECT_EQ(chunks.back()["usage"]["completion_tokens"], tokens);
  }
}

TEST_F(ServedReplicaTest, PlansEachChoiceByItself) {
  const json answer = chat(R"(,"n":3)").parsed();
  EXPECT_EQ(answer["choices"].size(), 3u);
  EXPECT_EQ(planner.planned, 3);
  EXPECT_EQ(planner.choices_in_call, 1);
  EXPECT_EQ(planner.over, 3);
  EXPECT_EQ(answer["usage"]["prompt_tokens"], 20);
  EXPECT_EQ(answer["usage"]["completion_tokens"], 36);
  EXPECT_EQ(metric("request_params_n_sum"), 3);
  EXPECT_EQ(metric("request_max_num_generation_tokens_count"), 1);
  EXPECT_EQ(metric("request_generation_tokens_count"), 3);
}

TEST_F(ServedReplicaTest, AnswersCompletionsAndTellsLogprobs) {
  const json answer = ask("POST", "/v1/completions", R"({"prompt":"One","logprobs":1})").parsed();
  EXPECT_EQ(answer["object"], "text_completion");
  EXPECT_EQ(answer["choices"][0]["logprobs"]["tokens"].size(), 12u);
  const auto content = chat(R"(,"logprobs":true)").parsed()["choices"][0]["logprobs"]["content"];
  EXPECT_EQ(content.size(), 12u);
}

TEST_F(ServedReplicaTest, TellsWhatTheCacheHeld) {
  planner.next.request.session = 5;
  planner.next.request.prompt_tokens = planner.next.request.reusable_tokens = 100;
  set(Dial::kv_fragmentation, 0);
  EXPECT_EQ(chat().parsed()["usage"]["prompt_tokens_details"]["cached_tokens"], 0);
  EXPECT_EQ(chat().parsed()["usage"]["prompt_tokens_details"]["cached_tokens"], 96);
  EXPECT_EQ(metric("prefix_cache_queries_total"), 200);
  EXPECT_EQ(metric("prefix_cache_hits_total"), 96);
}

TEST_F(ServedReplicaTest, HasThePagesOfAnEngine) {
  options.name = "b";
  EXPECT_EQ(ask("GET", "/health").status, 200);
  EXPECT_EQ(ask("GET", "/health").replica, "b");
  EXPECT_EQ(ask("GET", "/v1/models").parsed()["data"][0]["id"], "foreshock-sim");
  EXPECT_EQ(ask("GET", "/nowhere").status, 404);
  EXPECT_EQ(ask("GET", "/version").body, R"({"version":"1"})");
  on_thread([&] { served->set_version("2"); });
  EXPECT_EQ(ask("GET", "/version").body, R"({"version":"2"})");
  EXPECT_EQ(chat().parsed()["system_fingerprint"], "fp_sim_2");
}

// A token each 20 ms, the first after 1 ms: as the model has it, whenever it was looked at.
TEST_F(ServedReplicaTest, CountsTokensAndTheirTimes) {
  options.spec.decode_rate = 50;
  planner.next.request.output_tokens = 6;
  chat();
  stream();
  const std::string page = ask("GET", "/metrics").body;
  EXPECT_EQ(sample_of(page, "prompt_tokens_total"), 40);
  EXPECT_EQ(sample_of(page, "generation_tokens_total"), 12);
  EXPECT_EQ(sample_of(page, "request_success_total", "stop"), 2);
  EXPECT_EQ(sample_of(page, "time_to_first_token_seconds_bucket", "le=\"0.005\""), 2);
  EXPECT_EQ(sample_of(page, "inter_token_latency_seconds_bucket", "le=\"0.01\""), 0);
  EXPECT_EQ(sample_of(page, "inter_token_latency_seconds_bucket", "le=\"0.025\""), 10);
  EXPECT_NEAR(sample_of(page, "inter_token_latency_seconds_sum"), 0.2, 1e-6);
  EXPECT_EQ(sample_of(page, "e2e_request_latency_seconds_bucket", "le=\"0.3\""), 2);
  EXPECT_NEAR(sample_of(page, "e2e_request_latency_seconds_sum"), 2 * 0.102, 1e-3);
  EXPECT_EQ(sample_of(page, "request_queue_time_seconds_count"), 2);
  EXPECT_EQ(sample_of(page, "num_requests_running"), 0);
  EXPECT_THAT(page, testing::Not(HasSubstr("spec_decode")));
}

TEST_F(ServedReplicaTest, CountsDraftsWhereItSpeculates) {
  options.spec.draft_length = 2;
  options.spec.acceptance = 0.5;  // 1.75 tokens a step
  planner.next.request.output_tokens = 351;
  chat();
  const std::string page = ask("GET", "/metrics").body;
  EXPECT_NEAR(sample_of(page, "spec_decode_num_drafts_total"), 200, 1);
  EXPECT_NEAR(sample_of(page, "spec_decode_num_draft_tokens_total"), 400, 1);
  EXPECT_NEAR(sample_of(page, "spec_decode_num_accepted_tokens_total"), 150, 1);
  EXPECT_NEAR(sample_of(page, "accepted_tokens_per_pos_total", "position=\"1\""), -1, 0);
  EXPECT_NEAR(sample_of(page, "spec_decode_num_accepted_tokens_per_pos_total", "position=\"1\""), 50, 1);
  EXPECT_NEAR(sample_of(page, "spec_decode_num_judge_calls_total"), 200, 1);
}

TEST_F(ServedReplicaTest, AnExchangedProcessCountsAnew) {
  chat();
  EXPECT_EQ(metric("generation_tokens_total"), 12);
  on_thread(
      [&] { served->change([](VirtualReplica& replica, double now, auto&) { replica.exchange(now); }); });
  EXPECT_EQ(metric("generation_tokens_total"), 0);
}

TEST_F(ServedReplicaTest, SaysWhenItsPortIsTaken) {
  start();
  const auto second = ServedReplica::start(io, served->address(), options, planner, clock);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Code::io);
}

}  // namespace foreshock::enginesim::served_replica_test
