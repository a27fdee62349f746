#include "enginesim/server_test.h"

#include <gmock/gmock.h>

#include "net/raw_client_test.h"

namespace foreshock::enginesim::server_test {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(SimulatedEngineServer, AnswersAChatInOpenAIsShape) {
  const Reply reply = chat(R"(,"max_tokens":12)");
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(reply.content_type, "application/json");
  const json answer = reply.parsed();
  EXPECT_THAT(answer["id"].get<std::string>(), testing::StartsWith("chatcmpl-"));
  EXPECT_EQ(answer["object"], "chat.completion");
  EXPECT_EQ(answer["model"], "foreshock-sim");
  EXPECT_EQ(answer["system_fingerprint"], "fp_sim_1");
  EXPECT_NEAR(answer["created"].get<double>(), unix_seconds(clock.now()), 60);
  ASSERT_EQ(answer["choices"].size(), 1u);
  const json& choice = answer["choices"][0];
  EXPECT_EQ(choice["message"]["role"], "assistant");
  EXPECT_FALSE(choice["message"]["content"].get<std::string>().empty());
  EXPECT_EQ(choice["finish_reason"], "length");
  EXPECT_TRUE(choice["logprobs"].is_null());
  EXPECT_EQ(answer["usage"]["completion_tokens"], 12);
  EXPECT_EQ(answer["usage"]["total_tokens"], 12 + answer["usage"]["prompt_tokens"].get<int>());
}

TEST_F(SimulatedEngineServer, StreamsRoleTokensFinishUsageAndDone) {
  const std::string rest = R"(,"max_tokens":12,"temperature":0)";
  const Reply reply = chat(rest + R"(,"stream":true,"stream_options":{"include_usage":true})");
  ASSERT_EQ(reply.status, 200);
  EXPECT_EQ(reply.content_type, "text/event-stream; charset=utf-8");
  const std::vector<json> events = chunks_of(reply);
  ASSERT_EQ(events.size(), 1u + 12 + 1 + 1);
  for (const json& event : events) {
    EXPECT_EQ(event["object"], "chat.completion.chunk");
    EXPECT_EQ(event["id"], events[0]["id"]);
    EXPECT_EQ(event["system_fingerprint"], "fp_sim_1");
    EXPECT_TRUE(event.contains("usage"));
  }
  EXPECT_EQ(events[0]["choices"][0]["delta"],
            json::parse(R"({"role":"assistant","content":"","refusal":null})"));
  EXPECT_EQ(events[1]["choices"][0]["delta"].size(), 1u);
  EXPECT_TRUE(events[1]["usage"].is_null());
  EXPECT_EQ(events[13]["choices"][0]["delta"], json::object());
  EXPECT_EQ(events[13]["choices"][0]["finish_reason"], "length");
  EXPECT_TRUE(events[14]["choices"].empty());
  EXPECT_EQ(events[14]["usage"]["completion_tokens"], 12);
  EXPECT_EQ(text_of(events), chat(rest).parsed()["choices"][0]["message"]["content"])
      << "temperature 0 gives the same text, streamed or not";
}

TEST_F(SimulatedEngineServer, WithoutBeingAskedAStreamHasNoUsage) {
  for (const json& event : chunks_of(chat(R"(,"max_tokens":3,"stream":true)"))) {
    EXPECT_FALSE(event.contains("usage"));
    EXPECT_EQ(event["choices"].size(), 1u);
  }
}

TEST_F(SimulatedEngineServer, GivesSeveralAnswersAndCountsThePromptOnce) {
  const json one = chat(R"(,"max_tokens":10)").parsed()["usage"];
  const json answer = chat(R"(,"max_tokens":10,"n":2,"seed":5)").parsed();
  ASSERT_EQ(answer["choices"].size(), 2u);
  EXPECT_EQ(answer["choices"][1]["index"], 1);
  EXPECT_NE(answer["choices"][0]["message"], answer["choices"][1]["message"]);
  EXPECT_EQ(answer["usage"]["prompt_tokens"], one["prompt_tokens"]);
  EXPECT_EQ(answer["usage"]["completion_tokens"], 20);

  const std::vector<json> events = chunks_of(chat(R"(,"max_tokens":10,"n":2,"seed":5,"stream":true)"));
  for (size_t choice : {0, 1})
    EXPECT_EQ(text_of(events, "content", choice), answer["choices"][choice]["message"]["content"]);
}

constexpr std::string_view weather_tool =
    R"(,"tools":[{"type":"function","function":{"name":"get_weather","parameters":
    {"type":"object","properties":{"city":{"type":"string"},"unit":{"enum":["c","f"]}},"required":["city","unit"]}}}])";

void expect_weather(const json& arguments) {
  EXPECT_TRUE(arguments["city"].is_string());
  EXPECT_TRUE(arguments["unit"] == "c" || arguments["unit"] == "f");
}

TEST_F(SimulatedEngineServer, CallsToolsWithValidArguments) {
  const json answer = chat(std::string(weather_tool), "What is the weather in Oslo?").parsed();
  const json& message = answer["choices"][0]["message"];
  EXPECT_EQ(answer["choices"][0]["finish_reason"], "tool_calls");
  EXPECT_TRUE(message["content"].is_null());
  EXPECT_EQ(message["tool_calls"][0]["type"], "function");
  EXPECT_THAT(message["tool_calls"][0]["id"].get<std::string>(), testing::StartsWith("call_"));
  EXPECT_EQ(message["tool_calls"][0]["function"]["name"], "get_weather");
  expect_weather(json::parse(message["tool_calls"][0]["function"]["arguments"].get<std::string>()));
}

TEST_F(SimulatedEngineServer, StreamsToolCallsInPieces) {
  const auto events =
      chunks_of(chat(std::string(weather_tool) + R"(,"tool_choice":"required","stream":true)"));
  std::string arguments;
  int pieces = 0;
  for (const json& event : events)
    for (const json& call : event["choices"][0]["delta"].value("tool_calls", json::array())) {
      EXPECT_EQ(call["index"], 0);
      EXPECT_EQ(call.contains("id"), pieces == 0);
      arguments += call["function"]["arguments"].get<std::string>();
      ++pieces;
    }
  EXPECT_GT(pieces, 3);
  expect_weather(json::parse(arguments));
  EXPECT_EQ(events.back()["choices"][0]["finish_reason"], "tool_calls");
}

TEST_F(SimulatedEngineServer, ReasonsBeforeTheAnswer) {
  const std::string rest = R"(,"max_tokens":100,"reasoning_effort":"low","stream":true)";
  const auto events = chunks_of(chat(rest + R"(,"stream_options":{"include_usage":true})"));
  EXPECT_TRUE(events[1]["choices"][0]["delta"].contains("reasoning_content"));
  EXPECT_FALSE(text_of(events, "reasoning_content").empty());
  EXPECT_FALSE(text_of(events).empty());
  EXPECT_EQ(events.back()["usage"]["completion_tokens_details"]["reasoning_tokens"], 32);
}

TEST_F(SimulatedEngineServer, TellsLogprobs) {
  const json answer = chat(R"(,"max_tokens":4,"logprobs":true,"top_logprobs":2)").parsed();
  const json& content = answer["choices"][0]["logprobs"]["content"];
  ASSERT_EQ(content.size(), 4u);
  std::string joined;
  for (const json& token : content) {
    joined += token["token"].get<std::string>();
    EXPECT_EQ(token["bytes"].size(), token["token"].get<std::string>().size());
    EXPECT_EQ(token["top_logprobs"].size(), 2u);
    EXPECT_EQ(token["top_logprobs"][0]["token"], token["token"]);
    EXPECT_LE(token["logprob"], 0);
  }
  EXPECT_EQ(joined, answer["choices"][0]["message"]["content"]);
}

TEST_F(SimulatedEngineServer, AnswersCompletions) {
  const std::string body = R"({"prompt":["One","Two"],"max_tokens":6,"logprobs":1,"temperature":0)";
  const json answer = ask("POST", "/v1/completions", body + "}").parsed();
  EXPECT_THAT(answer["id"].get<std::string>(), testing::StartsWith("cmpl-"));
  EXPECT_EQ(answer["object"], "text_completion");
  EXPECT_EQ(answer["model"], "foreshock-sim");
  ASSERT_EQ(answer["choices"].size(), 2u);
  const json& logprobs = answer["choices"][0]["logprobs"];
  EXPECT_EQ(logprobs["tokens"].size(), 6u);
  EXPECT_EQ(logprobs["text_offset"][1], logprobs["tokens"][0].get<std::string>().size());
  EXPECT_EQ(answer["usage"]["prompt_tokens"], 2);
  EXPECT_EQ(answer["usage"]["completion_tokens"], 12);

  std::string text;
  for (const json& event : chunks_of(ask("POST", "/v1/completions", body + R"(,"stream":true})")))
    for (const json& choice : event["choices"])
      if (choice["index"] == 1) {
        if (!choice["logprobs"].is_null()) {
          EXPECT_EQ(choice["logprobs"]["text_offset"][0], text.size());
        }
        text += choice["text"].get<std::string>();
      }
  EXPECT_EQ(text, answer["choices"][1]["text"]);
}

std::string long_stream() {
  const std::string body =
      R"({"messages":[{"role":"user","content":"x"}],"stream":true,"ignore_eos":true,"max_tokens":30000})";
  return "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

TEST_F(SimulatedEngineServer, AClientThatLeavesFreesItsSequence) {
  SimulatedEngineOptions options;
  options.speed = 5;
  start(options);
  net::RawClient leaving(engine->address().port);
  leaving.send(long_stream());
  EXPECT_THAT(leaving.read_through("\n\n"), HasSubstr("data: {"));
  EXPECT_EQ(metric("num_requests_running"), 1);
  leaving.close();
  EXPECT_TRUE(reaches("num_requests_running", 0));
  EXPECT_EQ(metric("kv_cache_usage_perc"), 0);
}

TEST_F(SimulatedEngineServer, RefusesBeyondTheQueue) {
  SimulatedEngineOptions options;
  options.speed = 5;
  options.spec.max_running = 1;
  options.spec.queue_limit = 1;
  start(options);
  net::RawClient running(engine->address().port), waiting(engine->address().port);
  running.send(long_stream());
  EXPECT_TRUE(reaches("num_requests_running", 1));
  waiting.send(long_stream());
  EXPECT_TRUE(reaches("num_requests_waiting", 1));
  const Reply refused = chat("");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.retry_after, "1");
  EXPECT_EQ(refused.parsed()["error"]["type"], "rate_limit_error");
  waiting.close();
  EXPECT_TRUE(reaches("num_requests_waiting", 0)) << "a client that leaves the queue frees its place";
  engine->stop();
  EXPECT_THAT(running.read_to_end(), testing::Not(HasSubstr("[DONE]")));
}

}  // namespace foreshock::enginesim::server_test
