#include "signals/stream_meter.h"

#include <gtest/gtest.h>

#include "signals/latency.h"
#include "testkit/pieces.h"

namespace foreshock::signals::stream_meter_test {

using namespace std::chrono_literals;
using wire::Dialect;
using wire::Framing;

std::string token(std::string_view text) {
  return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + std::string(text) +
         "\"}}],\"model\":\"m\"}\n\n";
}
const std::string role =
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
const std::string thought =
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n";
const std::string finish = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
const std::string usage =
    "data: "
    "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"prompt_tokens_details\":{"
    "\"cached_tokens\":4}}}\n\n";
const std::string done = "data: [DONE]\n\n";

struct Arrival {
  Duration at;
  std::string bytes;
};

struct Measured {
  Observation observation;
  TerminalState state;
};

Measured measure(const std::vector<Arrival>& arrivals, bool clean = true,
                 Dialect dialect = Dialect::openai_chat, Framing framing = Framing::sse) {
  StreamMeter meter(dialect, framing);
  for (const Arrival& arrival : arrivals) meter.on_bytes(arrival.bytes, Instant{arrival.at});
  meter.on_end(clean, Instant{10s});
  Measured out;
  meter.report(out.observation);
  out.state = wire::terminal_state(meter.end());
  return out;
}

TEST(StreamMeter, TellsTheLanguageOfTheCode) {
  const auto streamed =
      measure({{1s, token("see\\n``")}, {2s, token("`py")}, {3s, token("thon\\nx")}, {4s, done}});
  EXPECT_EQ(streamed.observation.code_language, "python");
  const auto whole =
      measure({{1s, R"({"choices":[{"message":{"content":"```go\nx"},"finish_reason":"stop"}]})"}}, true,
              Dialect::openai_chat, Framing::body);
  EXPECT_EQ(whole.observation.code_language, "go");
  EXPECT_EQ(measure({{1s, token("words")}, {2s, done}}).observation.code_language, "");
}

TEST(StreamMeter, StampsWhatIsATokenAndNothingElse) {
  const auto [observation, state] = measure({{1s, ": ping\n\n"},
                                             {2s, role},
                                             {3s, thought},
                                             {4s, token("a")},
                                             {4500ms, token("")},
                                             {5s, token("b")},
                                             {6s, finish},
                                             {7s, usage},
                                             {8s, done}});
  EXPECT_EQ(state, TerminalState::ok);
  EXPECT_EQ(observation.stamps.first_event, Instant{2s});
  EXPECT_EQ(observation.stamps.first_token, Instant{3s});
  EXPECT_EQ(observation.stamps.first_answer_token, Instant{4s});
  EXPECT_EQ(observation.stamps.last_token, Instant{5s});
  EXPECT_EQ(observation.stamps.usage, Instant{7s});
  EXPECT_EQ(observation.stamps.done, Instant{8s});
  EXPECT_EQ(observation.token_events, 3);
  EXPECT_EQ(observation.gaps.count(), 2);
  EXPECT_EQ(observation.tokens.prompt, 7);
  EXPECT_EQ(observation.tokens.output, 3);
  EXPECT_EQ(observation.tokens.cached, 4);
  EXPECT_FALSE(observation.tokens.estimated);
  EXPECT_EQ(observation.prefix, Prefix::hit);
  EXPECT_EQ(observation.finish_reason, "stop");
  EXPECT_EQ(observation.version, "m");
}

TEST(StreamMeter, TellsWhatWasDraftedWhereTheEngineDoes) {
  const std::string timings = R"("timings":{"cache_n":16,"prompt_n":1,"draft_n":60,"draft_n_accepted":15})";
  const std::string in_usage =
      R"(data: {"choices":[],"usage":{"prompt_tokens":17,"completion_tokens":32},)" + timings + "}\n\n";
  const std::string in_finish =
      R"(data: {"choices":[{"delta":{},"finish_reason":"stop"}],)" + timings + "}\n\n";
  for (const std::string& last : {in_usage, in_finish}) {
    const auto tokens = measure({{1s, token("a")}, {2s, last}, {3s, done}}).observation.tokens;
    EXPECT_EQ(tokens.drafted, 60);
    EXPECT_EQ(tokens.accepted, 15);
    EXPECT_EQ(tokens.cached, 16);
  }
  EXPECT_EQ(measure({{1s, token("a")}, {2s, usage}, {3s, done}}).observation.tokens.drafted, std::nullopt);
}

// With drafts: each check gives four tokens, 20 ms after the last; a read may hold some or all of them.
TEST(StreamMeter, ABurstOfDraftsIsMeasuredEventByEvent) {
  std::vector<Arrival> arrivals;
  for (int check = 0; check < 26; ++check) {
    const Duration at = 1s + check * 20ms;
    arrivals.push_back({at, token("a") + token("b")});
    arrivals.push_back({at, token("c") + token("d")});
  }
  arrivals.push_back({2s, done});
  Observation observation = measure(arrivals).observation;
  observation.stream = true;
  EXPECT_EQ(observation.token_events, 104);
  EXPECT_EQ(observation.gaps.count(), 103);
  EXPECT_EQ(observation.gaps.quantile(0.5), 0) << "three of four gaps lie inside a burst";
  EXPECT_NEAR(*observation.gaps.quantile(0.9), 0.02, 0.0002) << "a reader waits for the next check";
  EXPECT_NEAR(*decode_rate(observation), 103 / 0.5, 1e-9) << "and this is how fast it reads";
}

TEST(StreamMeter, AnEventExistsWhenItsBlankLineHasCome) {
  const std::string event = token("a");
  const auto [observation, state] = measure({{1s, event.substr(0, 5)},
                                             {2s, event.substr(5, event.size() - 6)},
                                             {3s, event.substr(event.size() - 1)},
                                             {4s, done}});
  EXPECT_EQ(observation.stamps.first_token, Instant{3s});
  EXPECT_EQ(state, TerminalState::ok);
}

TEST(StreamMeter, CountsTokenEventsWhereTheEngineTellsNothing) {
  const auto [observation, state] = measure({{1s, token("a") + token("b")}, {2s, finish}});
  EXPECT_EQ(state, TerminalState::ok_no_done);
  EXPECT_EQ(observation.tokens.output, 2);
  EXPECT_TRUE(observation.tokens.estimated);
  EXPECT_FALSE(observation.tokens.prompt);
}

TEST(StreamMeter, WithoutATokenThereIsNoFirstToken) {
  const auto [observation, state] =
      measure({{1s, "data: {\"error\":{\"message\":\"x\",\"code\":500}}\n\n"}, {2s, done}});
  EXPECT_EQ(state, TerminalState::inband_error);
  EXPECT_FALSE(observation.stamps.first_token);
  EXPECT_EQ(observation.stamps.first_event, Instant{1s});
}

TEST(StreamMeter, TellsHowAStreamEnded) {
  EXPECT_EQ(measure({{1s, token("a")}}).state, TerminalState::truncated);
  EXPECT_EQ(measure({{1s, token("a") + finish}}, false).state, TerminalState::truncated);
  EXPECT_EQ(measure({{1s, token("a") + "data: {\"choices\":[{\"ind\n\n" + finish + done}}).state,
            TerminalState::malformed);
  EXPECT_EQ(measure({{1s, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}]}\n\n" +
                              done}})
                .state,
            TerminalState::finish_error);
}

TEST(StreamMeter, ReadsAWholeAnswer) {
  const std::string body =
      R"({"model":"m","system_fingerprint":"fp","choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"stop"}],)"
      R"("usage":{"prompt_tokens":7,"completion_tokens":2}})";
  const auto [observation, state] =
      measure({{1s, body.substr(0, 30)}, {2s, body.substr(30)}}, true, Dialect::openai_chat, Framing::body);
  EXPECT_EQ(state, TerminalState::ok);
  EXPECT_EQ(observation.tokens.output, 2);
  EXPECT_EQ(observation.version, "fp");
  EXPECT_FALSE(observation.stamps.first_token) << "a whole answer has no first token";
  EXPECT_EQ(measure({{1s, body.substr(0, 30)}}, false, Dialect::openai_chat, Framing::body).state,
            TerminalState::truncated);
  EXPECT_EQ(measure({{1s, "{\"choices\":"}}, true, Dialect::openai_chat, Framing::body).state,
            TerminalState::malformed);
}

TEST(StreamMeter, ABodyOverTheLimitIsTimedButNotRead) {
  const std::string part(1 << 20, ' ');
  std::vector<Arrival> arrivals(9, Arrival{1s, part});
  EXPECT_EQ(measure(arrivals, true, Dialect::openai_chat, Framing::body).state, TerminalState::ok);
}

TEST(StreamMeter, WhatCannotBeReadIsNotCalledTruncated) {
  EXPECT_EQ(measure({{1s, "\x1f\x8b gzip"}}, true, Dialect::openai_chat, Framing::opaque).state,
            TerminalState::ok);
  EXPECT_EQ(measure({{1s, "\x1f\x8b gzip"}}, false, Dialect::openai_chat, Framing::opaque).state,
            TerminalState::truncated);
}

TEST(StreamMeter, ReadsOllamasLines) {
  const auto [observation, state] =
      measure({{1s, "{\"model\":\"l\",\"message\":{\"content\":\"a\"},\"done\":false}\n"},
               {2s,
                "{\"model\":\"l\",\"done\":true,\"done_reason\":\"length\",\"prompt_eval_count\":5,\"eval_"
                "count\":9}"}},
              true, Dialect::ollama, Framing::lines);
  EXPECT_EQ(state, TerminalState::ok);
  EXPECT_EQ(observation.tokens.output, 9);
  EXPECT_EQ(observation.finish_reason, "length");
}

// Of Anthropic's streams the first event has a usage too, which counts one token at most.
TEST(StreamMeter, AStreamThatBrokeOffHasTheTokensThatCame) {
  const std::string start =
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":{"
      "\"input_tokens\":7,\"output_tokens\":1}}}\n\n";
  const std::string delta =
      "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
      "\"text_delta\",\"text\":\"hi\"}}\n\n";
  const auto measured =
      measure({{0s, start}, {1s, delta}, {2s, delta}, {3s, delta}}, false, Dialect::anthropic);
  EXPECT_EQ(measured.observation.tokens.prompt, 7);
  EXPECT_EQ(measured.observation.tokens.output, 3);
  EXPECT_TRUE(measured.observation.tokens.estimated);
}

}  // namespace foreshock::signals::stream_meter_test
