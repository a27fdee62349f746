#include "bench/load_client.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/scripted_engine_test.h"
#include "testkit/pieces.h"

namespace foreshock::bench::load_client_test {

using namespace std::chrono_literals;

ChatPrompt hello() {
  ChatPrompt prompt;
  prompt.messages = {{"system", "s"}, {"user", "你好"}};
  prompt.max_tokens = 7;
  prompt.tools = true;
  return prompt;
}

class LoadClientTest : public testing::Test {
 protected:
  LoadResult ask(const std::string& url, bool stream = true, net::ClientTimeouts timeouts = {}) {
    LoadClient client(http, clock, *find_endpoint(url), "m", stream, timeouts);
    return io.wait_for(client.send(hello(), intended));
  }
  LoadResult answer(Script script) {
    const ScriptedEngine engine(clock, [&](int) { return script; });
    return ask(engine.url());
  }

  CountingClock clock;
  Instant intended = clock.now() - 2s;
  net::IoThread io;
  net::HttpClient http{io.executor(), clock};
};

TEST_F(LoadClientTest, StampsEachThingWhenItsReadReturned) {
  const Instant start = clock.now();
  Script script;
  script.head_after = 10ms;
  script.steps = {{5ms, role()},         {100ms, token("a")}, {20ms, token("b")},
                  {1ms, finish("stop")}, {2ms, usage(9, 4)},  {3ms, done}};
  const LoadResult result = answer(script);
  const Observation& observation = result.observation;
  const Stamps& stamps = observation.stamps;
  EXPECT_EQ(outcome_of(result), "ok");
  EXPECT_TRUE(succeeded(result));
  EXPECT_EQ(stamps.accepted, intended);
  EXPECT_EQ(stamps.dequeued, start);
  EXPECT_EQ(stamps.sent, start);
  EXPECT_EQ(stamps.headers, start + 10ms);
  EXPECT_EQ(stamps.first_event, start + 15ms) << "the role event";
  EXPECT_EQ(stamps.first_token, start + 115ms);
  EXPECT_EQ(stamps.last_token, start + 135ms);
  EXPECT_EQ(stamps.usage, start + 138ms);
  EXPECT_EQ(stamps.done, start + 141ms);
  EXPECT_EQ(observation.tokens.prompt, 9);
  EXPECT_EQ(observation.tokens.output, 4) << "as the usage says, not as events are counted";
  EXPECT_FALSE(observation.tokens.estimated);
  EXPECT_EQ(observation.token_events, 2);
  EXPECT_NEAR(*observation.gaps.quantile(0.5), 0.02, 0.0002);
}

TEST_F(LoadClientTest, SaysWhatItAskedFor) {
  const ScriptedEngine engine(clock, [&](int) { return Script{}; });
  const Observation observation = ask(engine.url() + "/v1").observation;
  EXPECT_EQ(observation.endpoint, "/v1/chat/completions");
  EXPECT_EQ("http://" + observation.replica, engine.url());
  EXPECT_EQ(observation.model, "m");
  EXPECT_TRUE(observation.stream);
  EXPECT_TRUE(observation.tools);
  EXPECT_EQ(observation.turns, 2);
  const auto body = nlohmann::json::parse(engine.bodies().at(0));
  EXPECT_EQ(body["messages"].dump(), R"([{"content":"s","role":"system"},{"content":"你好","role":"user"}])");
  EXPECT_EQ(body["model"], "m");
  EXPECT_EQ(body["max_tokens"], 7);
  EXPECT_EQ(body["stream_options"]["include_usage"], true);
  EXPECT_EQ(body["tools"][0]["function"]["name"], "get_weather");
}

TEST_F(LoadClientTest, NamesEveryEnd) {
  Script page{.status = 200, .content_type = "text/html", .steps = {{0ms, "<html>busy</html>"}}};
  Script busy{
      .status = 503, .content_type = "application/json", .steps = {{0ms, R"({"error":{"message":"x"}})"}}};
  Script broken{.steps = {{0ms, token("a")}}, .whole = false};
  const std::string error = event(R"({"error":{"message":"out of memory"}})");
  const std::pair<Script, std::string> examples[] = {
      {{.steps = {{0ms, token("a") + finish("stop") + done}}}, "ok"},
      {{.steps = {{0ms, token("a") + finish("stop")}}}, "ok_no_done"},
      {{.steps = {{0ms, token("a")}}}, "truncated"},
      {broken, "truncated"},
      {{.steps = {{0ms, token("a") + error + done}}}, "inband_error"},
      {{.steps = {{0ms, token("a") + finish("error") + done}}}, "finish_error"},
      {{.steps = {{0ms, token("a") + event("{nonsense") + finish("stop") + done}}}, "malformed"},
      {page, "not_sse"},
      {busy, "http 503"},
  };
  for (const auto& [script, outcome] : examples) {
    const LoadResult result = answer(script);
    EXPECT_EQ(outcome_of(result), outcome);
    EXPECT_EQ(succeeded(result), outcome.starts_with("ok")) << outcome;
    EXPECT_EQ(result.error.has_value(), !script.whole) << outcome;
  }
}

TEST_F(LoadClientTest, HasNoFirstTokenWhereNoneCame) {
  const LoadResult result = answer({.steps = {{1ms, role() + finish("length") + usage(3, 5) + done}}});
  EXPECT_FALSE(result.observation.stamps.first_token);
  EXPECT_FALSE(succeeded(result)) << "tokens were spent and nothing came of them";
}

TEST_F(LoadClientTest, CountsNoEventThatNeverEnded) {
  const std::string half = token("b");
  const LoadResult result =
      answer({.steps = {{0ms, token("a")}, {0ms, half.substr(0, half.size() - 1)}}, .whole = false});
  EXPECT_EQ(outcome_of(result), "truncated");
  EXPECT_EQ(result.observation.token_events, 1);
}

TEST_F(LoadClientTest, DoesNotCareWhereTheStreamIsCut) {
  std::string stream = ": hello\r\n\r\n" + role();
  for (int i = 0; i < 40; ++i) stream += token("字" + std::to_string(i));
  stream += finish("stop") + usage(5, 40) + done;
  for (const uint64_t seed : {1, 2, 3}) {
    Script script;
    for (std::string_view piece : testkit::random_pieces(stream, seed, seed == 1 ? 1 : 60))
      script.steps.push_back({0ms, std::string(piece)});
    const LoadResult result = answer(script);
    EXPECT_EQ(outcome_of(result), "ok");
    EXPECT_EQ(result.observation.token_events, 40);
    EXPECT_EQ(result.observation.tokens.output, 40);
  }
}

TEST_F(LoadClientTest, ReadsAWholeAnswer) {
  const std::string body =
      R"({"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],)"
      R"("usage":{"prompt_tokens":3,"completion_tokens":2}})";
  const ScriptedEngine engine(clock, [&](int) {
    return Script{.content_type = "application/json", .steps = {{1ms, body}}};
  });
  const LoadResult result = ask(engine.url(), false);
  EXPECT_EQ(outcome_of(result), "ok");
  EXPECT_EQ(result.observation.tokens.output, 2);
  EXPECT_FALSE(result.observation.stamps.first_token) << "not a stream";
  EXPECT_FALSE(nlohmann::json::parse(engine.bodies().at(0)).contains("stream_options"));
}

TEST_F(LoadClientTest, SaysWhenNobodyAnswers) {
  std::string gone;
  {
    const ScriptedEngine engine(clock, [](int) { return Script{}; });
    gone = engine.url();
  }
  const LoadResult unreachable = ask(gone);
  EXPECT_EQ(outcome_of(unreachable), "unreachable");
  EXPECT_FALSE(succeeded(unreachable));
  EXPECT_EQ(unreachable.observation.status, 0);

  const net::HttpHandler silent = [](net::HttpRequest, net::Responder&) { return net::sleep_for(1h); };
  const auto server = net::HttpServer::listen(io, {"127.0.0.1", 0}, silent);
  net::ClientTimeouts timeouts;
  timeouts.first_byte = 5ms;
  const LoadResult late = ask("http://" + net::to_text((*server)->address()), true, timeouts);
  EXPECT_EQ(outcome_of(late), "timeout");
  EXPECT_FALSE(late.observation.stamps.headers);
}

}  // namespace foreshock::bench::load_client_test
