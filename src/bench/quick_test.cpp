#include "bench/quick.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/scripted_engine_test.h"

namespace foreshock::bench::quick_test {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

double value_of(const QuickResult& result, std::string_view name) {
  for (const Measure& measure : result.measures)
    if (measure.name == name) return measure.value.value_or(-1);
  ADD_FAILURE() << "no measure " << name;
  return -1;
}

// 128 tokens, 10 ms apart, the first after 1 s in the warm-up and after 100, 110, … 190 ms later on.
Script steady(int request) {
  const Duration first = request < quick_warm_up ? 1s : 100ms + (request - quick_warm_up) * 10ms;
  Script script;
  script.steps.push_back({first, role() + token("a")});
  for (int i = 1; i < 128; ++i) script.steps.push_back({10ms, token("b")});
  script.steps.push_back({0ms, finish("length") + usage(50, 128) + done});
  return script;
}

TEST(Quick, MeasuresExactlyWhatTheServerDid) {
  CountingClock clock;
  const ScriptedEngine engine(clock, steady);
  LoadOptions options;
  options.url = engine.url();
  std::vector<int> progress;
  const auto result = run_quick(options, clock, [&](int done_now, int all) {
    progress.push_back(done_now);
    EXPECT_EQ(all, 12);
  });
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_THAT(result->doubts, IsEmpty());
  EXPECT_THAT(result->notes, IsEmpty());
  EXPECT_EQ(result->model, "scripted");
  EXPECT_EQ(result->outcomes.at("ok"), 10);
  EXPECT_NEAR(value_of(*result, "ttft"), 0.145, 1e-9);
  EXPECT_NEAR(value_of(*result, "ttft_worst"), 0.190, 1e-9);
  EXPECT_NEAR(value_of(*result, "tokens_per_second"), 128 / (0.145 + 1.27), 1e-6);
  EXPECT_NEAR(value_of(*result, "decode_rate"), 100, 1e-6);
  EXPECT_NEAR(value_of(*result, "inter_token_p50"), 0.01, 0.0001);
  EXPECT_NEAR(value_of(*result, "inter_token_p99"), 0.01, 0.0001);
  EXPECT_EQ(value_of(*result, "output_tokens"), 128);
  EXPECT_EQ(progress.size(), 12u);
  EXPECT_EQ(engine.bodies().size(), 12u);
}

TEST(Quick, CountsFailuresByTheirState) {
  CountingClock clock;
  const ScriptedEngine engine(clock, [](int request) {
    if (request == 4) return Script{.status = 503};
    if (request == 7) return Script{.steps = {{1ms, token("a")}}, .whole = false};
    return steady(request);
  });
  LoadOptions options;
  options.url = engine.url();
  options.model = "mine";
  const auto result = run_quick(options, clock);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->valid());
  EXPECT_THAT(result->doubts, ElementsAre("requests that failed: 2 of 10"));
  EXPECT_EQ(result->outcomes, (std::map<std::string, int64_t>{{"ok", 8}, {"http 503", 1}, {"truncated", 1}}));
  EXPECT_NEAR(value_of(*result, "decode_rate"), 100, 1e-6) << "of those that succeeded";

  const auto json = nlohmann::json::parse(to_json(*result));
  EXPECT_EQ(json["valid"], false);
  EXPECT_EQ(json["model"], "mine");
  EXPECT_EQ(json["outcomes"]["http 503"], 1);
  EXPECT_EQ(json["measures"][0]["name"], "ttft");
  EXPECT_EQ(json["measures"][0]["count"], 8);
  EXPECT_EQ(json["published"][1]["hardware"], "NVIDIA L4");
}

// One answer of TOKENS tokens in EVENTS events, the last TOOK after the first, which came after 100 ms.
LoadResult answer(int64_t tokens, int64_t events, Duration took) {
  LoadResult result;
  Observation& observation = result.observation;
  observation.status = 200;
  observation.stream = true;
  observation.tokens.output = tokens;
  observation.token_events = events;
  observation.stamps.sent = Instant();
  if (events > 0) observation.stamps.first_token = Instant(100ms);
  if (events > 0) observation.stamps.last_token = Instant(100ms + took);
  for (int64_t i = 1; i < events; ++i) observation.gaps.add(seconds(took) / static_cast<double>(events - 1));
  return result;
}

TEST(QuickSummary, SaysWhatMakesAMeasurementInvalid) {
  const auto doubts = [](const LoadResult& result) {
    return summarise_quick(std::vector{result}, 128).doubts;
  };
  EXPECT_THAT(doubts(answer(128, 128, 1s)), IsEmpty());
  EXPECT_THAT(doubts(answer(5, 5, 1s)), IsEmpty());
  EXPECT_THAT(doubts(answer(4, 4, 1s)), ElementsAre("answers of fewer than 5 tokens: 1"));
  EXPECT_THAT(doubts(answer(0, 0, 0s)), ElementsAre("answers without any token: 1"));
  EXPECT_THAT(doubts(answer(128, 128, 0s)),
              ElementsAre("answers whose tokens came all at once, so that something buffers them: 1"));
  LoadResult refused;
  refused.error = Error(Code::backend_unreachable, "x");
  refused.observation.state = TerminalState::truncated;
  const QuickResult nothing = summarise_quick(std::vector{refused}, 128);
  EXPECT_THAT(nothing.doubts, ElementsAre("requests that failed: 1 of 1"));
  for (const Measure& measure : nothing.measures) EXPECT_FALSE(measure.value) << measure.name;
}

TEST(QuickSummary, NotesWhatToKnowWhenComparing) {
  LoadResult estimated = answer(100, 100, 1s);
  estimated.observation.tokens.estimated = true;
  EXPECT_THAT(summarise_quick(std::vector{estimated}, 128).notes,
              ElementsAre("the server gives no usage: tokens are counted as events",
                          "answers had 100.0 tokens on average, not 128",
                          "only 99 gaps: from 662 on, a 99th percentile is bounded"));
  EXPECT_THAT(summarise_quick(std::vector(21, answer(128, 32, 1s)), 128).notes,
              ElementsAre("an event bears 4.0 tokens on average: gaps are between events, not tokens",
                          "only 651 gaps: from 662 on, a 99th percentile is bounded"));
  EXPECT_THAT(summarise_quick(std::vector(6, answer(128, 128, 1s)), 128).notes, IsEmpty());
}

TEST(Quick, SaysThatThereIsNoServer) {
  CountingClock clock;
  LoadOptions options;
  options.url = "http://127.0.0.1:1";
  EXPECT_EQ(run_quick(options, clock).error().code(), Code::backend_unreachable);
  options.url = "nowhere";
  EXPECT_EQ(run_quick(options, clock).error().code(), Code::bad_config);
}

}  // namespace foreshock::bench::quick_test
