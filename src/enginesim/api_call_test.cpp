#include "enginesim/api_call.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::enginesim::api_call_test {

ApiResult<ApiCall> chat(std::string_view body) {
  return read_call(Endpoint::chat, body, {"default", true});
}
ApiResult<ApiCall> completion(std::string_view body) {
  return read_call(Endpoint::completions, body, {"default", true});
}

TEST(ApiCall, ReadsAChatRequest) {
  const auto call = chat(R"({"model":"m","messages":[{"role":"system","content":"Be brief."},
      {"role":"user","content":[{"type":"text","text":"Write a "},{"type":"text","text":"function"}]}],
      "stream":true,"stream_options":{"include_usage":true},"n":2,"max_tokens":9,"max_completion_tokens":7,
      "temperature":0,"stop":"x","logprobs":true,"top_logprobs":5,"reasoning_effort":"low","seed":-3,"speculative.n_max":2,"unknown":1})");
  ASSERT_TRUE(call) << call.error().message;
  EXPECT_EQ(call->model, "m");
  EXPECT_TRUE(call->stream);
  EXPECT_TRUE(call->include_usage);
  ASSERT_EQ(call->choices.size(), 2u);
  const Wish& wish = call->choices[0].wish;
  EXPECT_EQ(wish.max_tokens, 7);
  EXPECT_TRUE(wish.greedy);
  EXPECT_EQ(wish.stop, std::vector<std::string>{"x"});
  EXPECT_EQ(wish.top_logprobs, 5);
  EXPECT_EQ(wish.reasoning_tokens, 32);
  EXPECT_EQ(wish.most_drafts, 2);
  EXPECT_EQ(wish.seed, static_cast<uint64_t>(-3));
  EXPECT_EQ(call->choices[1].wish.seed, static_cast<uint64_t>(-2));
  EXPECT_EQ(call->choices[0].prompt.code, CodeLanguage::python);
  EXPECT_EQ(call->choices[0].prompt.tokens(),
            count_tokens("<|system|>\nBe brief.\n<|user|>\nWrite a function\n<|assistant|>\n"));
}

TEST(ApiCall, ReadsToolsAndTheirChoice) {
  constexpr std::string_view head = R"({"messages":[{"role":"user","content":"call f"}],
      "tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}},
               {"type":"function","function":{"name":"g"}}])";
  const auto choice = [&](std::string_view rest) { return chat(std::string(head) + std::string(rest)); };
  const auto automatic = choice("}");
  ASSERT_TRUE(automatic);
  EXPECT_EQ(automatic->choices[0].wish.tool_choice, ToolChoice::automatic);
  EXPECT_TRUE(automatic->choices[0].prompt.asks_for_tool) << "the question names the tool f";
  EXPECT_EQ(choice(R"(,"tool_choice":"none"})")->choices[0].wish.tool_choice, ToolChoice::none);
  const auto named = choice(R"(,"tool_choice":{"type":"function","function":{"name":"g"}}})");
  ASSERT_EQ(named->choices[0].wish.tools.size(), 1u);
  EXPECT_EQ(named->choices[0].wish.tools[0].name, "g");
  EXPECT_EQ(named->choices[0].wish.tool_choice, ToolChoice::required);
  EXPECT_EQ(choice(R"(,"tool_choice":{"function":{"name":"h"}}})").error().param, "tool_choice");
}

TEST(ApiCall, AfterAToolResultComesAnAnswerInWords) {
  const auto call = chat(R"({"messages":[{"role":"user","content":"weather?"},
      {"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"c","content":"sunny"}],"tools":[{"type":"function","function":{"name":"f"}}]})");
  ASSERT_TRUE(call) << call.error().message;
  EXPECT_EQ(call->choices[0].wish.tool_choice, ToolChoice::none);
}

TEST(ApiCall, ReadsCompletions) {
  const auto call = completion(R"({"prompt":["one","two"],"n":2,"logprobs":3})");
  ASSERT_TRUE(call) << call.error().message;
  EXPECT_EQ(call->model, "default");
  ASSERT_EQ(call->choices.size(), 4u);
  EXPECT_EQ(call->choices[0].wish.max_tokens, 16);
  EXPECT_EQ(call->choices[0].wish.top_logprobs, 3);
  EXPECT_NE(call->choices[1].prompt.chain.state(), call->choices[2].prompt.chain.state());
}

struct Bad {
  std::string body, param, code;
};
constexpr std::string_view a_message = R"("messages":[{"role":"user","content":"x"}])";

TEST(ApiCall, RefusesBadRequestsLikeOpenAI) {
  const auto with = [](std::string_view rest) {
    return "{" + std::string(a_message) + "," + std::string(rest) + "}";
  };
  const std::vector<Bad> cases = {
      {"{", "", "invalid_json"},
      {with(fmt::format(R"("tools":{})", std::string(1'000'000, '['))), "", "invalid_json"},
      {with(fmt::format(R"("tools":{}{})", std::string(1'000'000, '['), std::string(1'000'000, ']'))), "",
       "invalid_json"},
      {"[]", "", "invalid_type"},
      {"{}", "messages", "missing_required_parameter"},
      {R"({"messages":"hi"})", "messages", "invalid_type"},
      {R"({"messages":[]})", "messages", "empty_array"},
      {R"({"messages":[3]})", "messages[0]", "invalid_type"},
      {R"({"messages":[{"role":"king","content":"x"}]})", "messages[0].role", "invalid_value"},
      {R"({"messages":[{"role":"user"}]})", "messages[0].content", "invalid_type"},
      {R"({"messages":[{"role":"user","content":[{"type":"text","text":1}]}]})", "messages[0].content.text",
       "invalid_type"},
      {with(R"("model":1)"), "model", "invalid_type"},
      {with(R"("stream":"yes")"), "stream", "invalid_type"},
      {with(R"("stream_options":{"include_usage":true})"), "stream_options", "invalid_value"},
      {with(R"("max_tokens":0)"), "max_tokens", "invalid_value"},
      {with(R"("max_tokens":1.5)"), "max_tokens", "invalid_type"},
      {with(R"("max_tokens":18446744073709551615)"), "max_tokens", "invalid_value"},
      {with(R"("n":0)"), "n", "invalid_value"},
      {with(R"("temperature":3)"), "temperature", "invalid_value"},
      {with(R"("stop":[1])"), "stop", "invalid_type"},
      {with(R"("top_logprobs":2)"), "top_logprobs", "invalid_value"},
      {with(R"("response_format":{"type":"xml"})"), "response_format.type", "invalid_value"},
      {with(R"("reasoning_effort":"huge")"), "reasoning_effort", "invalid_value"},
      {with(R"("tools":[{}])"), "tools", "invalid_type"},
      {with(R"("tool_choice":"required")"), "tool_choice", "invalid_value"},
  };
  for (const auto& [body, param, code] : cases) {
    const auto call = chat(body);
    ASSERT_FALSE(call) << body;
    EXPECT_EQ(call.error().status, 400) << body;
    EXPECT_EQ(call.error().param, param) << body;
    EXPECT_EQ(call.error().code, code) << body;
  }
  EXPECT_EQ(completion("{}").error().param, "prompt");
  EXPECT_EQ(completion(R"({"prompt":[1]})").error().code, "invalid_type");
}

TEST(ApiCall, RefusesAModelThatIsNotServed) {
  const std::string prompt = R"("prompt":"x"})";
  const auto other = read_call(Endpoint::completions, R"({"model":"other",)" + prompt, {"mine"});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().status, 404);
  EXPECT_EQ(other.error().code, "model_not_found");
  EXPECT_TRUE(read_call(Endpoint::completions, R"({"model":"mine",)" + prompt, {"mine"}));
  EXPECT_EQ(read_call(Endpoint::completions, "{" + prompt, {"mine"})->model, "mine");
  EXPECT_EQ(read_call(Endpoint::completions, R"({"model":"other",)" + prompt, {"mine", true})->model,
            "other");
}

TEST(ApiError, HasTheShapeOfOpenAI) {
  EXPECT_EQ(
      to_json({400, "Bad \"x\".", "x", "invalid_type"}),
      R"({"error":{"message":"Bad \"x\".","type":"invalid_request_error","param":"x","code":"invalid_type"}})");
  EXPECT_EQ(to_json({429, "Full.", "", ""}),
            R"({"error":{"message":"Full.","type":"rate_limit_error","param":null,"code":null}})");
}

}  // namespace foreshock::enginesim::api_call_test
