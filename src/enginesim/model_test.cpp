#include "enginesim/model.h"

#include <map>

#include <fmt/format.h>

#include <gtest/gtest.h>

namespace foreshock::enginesim::model_test {

using namespace std::chrono_literals;

constexpr Instant start{};
constexpr std::string_view question = "How does the scheduler share its blocks?";

Request request(std::string_view prompt, int64_t answer_tokens) {
  Request made{read_prompt(prompt, prompt), {}};
  made.wish.max_tokens = answer_tokens;
  made.wish.length = answer_tokens;
  return made;
}
// A prompt of TOKENS tokens that shares nothing with those of another NAME.
std::string long_prompt(std::string_view name, int64_t tokens) {
  std::string text(name);
  while (count_tokens(text) < tokens) text += " word";
  return text;
}

struct Course {
  std::vector<Emission> emissions;
  Instant now = start;

  void run(Model& model, Instant until = Instant::max()) {
    for (auto next = model.next_event_at(); next && *next < until; next = model.next_event_at())
      step_to(model, *next);
  }
  void step_to(Model& model, Instant next) {
    now = next;
    for (Emission& emission : model.advance(next)) emissions.push_back(std::move(emission));
  }
  Instant first_token_of(RequestId id) const {
    for (const Emission& emission : emissions)
      if (emission.id == id) return emission.at;
    return Instant::max();
  }
  std::map<RequestId, Instant> finished() const {
    std::map<RequestId, Instant> ends;
    for (const Emission& emission : emissions)
      if (emission.kind == Emission::Kind::finish) ends[emission.id] = emission.at;
    return ends;
  }
};

Course run_batch(int64_t requests, int64_t answer_tokens = 64, const EngineSpec& spec = {}) {
  Model model(spec, 1);
  for (int64_t i = 0; i < requests; ++i) model.submit(request(question, answer_tokens), start);
  Course course;
  course.run(model);
  return course;
}

TEST(Model, TheBatchEffectOfTheSources) {
  const double one = seconds(run_batch(1).now - start), four = seconds(run_batch(4).now - start);
  EXPECT_NEAR(one, 1.5, 1.5 * 0.02);
  EXPECT_NEAR(four, 1.8, 1.8 * 0.02);
}

TEST(Model, EmitsNothingBeforeItsTime) {
  Model model(EngineSpec{}, 1);
  model.submit(request(question, 2), start);
  EXPECT_EQ(model.next_event_at(), start);
  EXPECT_TRUE(model.advance(start).empty());
  const Instant first = *model.next_event_at();
  EXPECT_TRUE(model.advance(first - 1ns).empty());
  EXPECT_EQ(model.advance(first).at(0).at, first);
}

TEST(Model, EmitsEachTokenOnceAndThenTheUsage) {
  const Course course = run_batch(1);
  ASSERT_EQ(course.emissions.size(), 65u);
  for (size_t i = 1; i < 64; ++i) EXPECT_GT(course.emissions[i].at, course.emissions[i - 1].at);
  const Emission& last = course.emissions.back();
  EXPECT_EQ(last.kind, Emission::Kind::finish);
  EXPECT_EQ(last.at, course.emissions[63].at);
  EXPECT_EQ(last.usage.answer_tokens, 64);
  EXPECT_EQ(last.usage.prompt_tokens, count_tokens(question));
  EXPECT_EQ(last.finish_reason, FinishReason::length);
}

// All that was emitted under a load.
std::string run_poisson(uint64_t seed, double rate, Duration length) {
  Model model(EngineSpec{}, seed);
  Random arrivals(seed);
  Course course;
  for (Instant at = start; at - start < length; at += from_seconds(arrivals.exponential(1 / rate))) {
    course.run(model, at);
    course.step_to(model, at);
    model.submit({read_prompt(question, question), {}}, at);
  }
  course.run(model);
  std::string bytes;
  for (const Emission& emission : course.emissions)
    bytes +=
        fmt::format("{} {} {}\n", emission.id, emission.at.time_since_epoch().count(), emission.piece.text);
  return bytes;
}

TEST(Model, TheSameSeedGivesTheSameBytes) {
  const std::string one = run_poisson(3, 4, 30s);
  EXPECT_EQ(one, run_poisson(3, 4, 30s));
  EXPECT_NE(one, run_poisson(4, 4, 30s));
}

TEST(Model, AKnownPrefixBringsTheFirstTokenSooner) {
  Model model(EngineSpec{}, 1);
  Course course;
  const std::string prompt = long_prompt("a", 2000);
  const auto time_to_first_token = [&](std::string_view text) {
    const Instant at = course.now + 1s;
    const RequestId id = model.submit(request(text, 2), at);
    course.run(model);
    return seconds(course.first_token_of(id) - at);
  };
  const double cold = time_to_first_token(prompt), warm = time_to_first_token(prompt + " again");
  EXPECT_NEAR(cold - warm, 1984 / EngineSpec{}.prefill_rate, 0.005);
  EXPECT_EQ(course.emissions.back().usage.cached_tokens, 2000);
  EXPECT_NEAR(time_to_first_token(long_prompt("b", 2000)), cold, 1e-6);
  EXPECT_EQ(model.scheduling().prefix_hits, 2000);
}

TEST(Model, AnAnswerIsAKnownPrefixOfTheNextTurn) {
  Model model(EngineSpec{}, 1);
  Course course;
  model.submit(request(question, 200), start);
  course.run(model);
  std::string next(question);
  for (const Emission& emission : course.emissions) next += emission.piece.text;
  model.submit(request(next + " Go on.", 2), course.now);
  course.run(model);
  EXPECT_GE(course.emissions.back().usage.cached_tokens, 190);
}

TEST(Model, PreemptsUnderShortageAndFinishesAll) {
  EngineSpec spec;
  spec.kv_blocks = 40;
  Model model(spec, 1);
  for (int i = 0; i < 6; ++i) model.submit(request(long_prompt(fmt::format("p{}", i), 60), 150), start);
  Course course;
  course.run(model);
  EXPECT_GT(model.scheduling().preemptions, 0);
  EXPECT_EQ(course.finished().size(), 6u);
  EXPECT_EQ(model.statistics().generation_tokens, 6 * 150);
  EXPECT_EQ(model.kv_usage(), 0);
}

TEST(Model, SpeculationIsFaster) {
  EngineSpec spec;
  spec.draft_length = 3;
  spec.acceptance = Ratio{0.7};
  EXPECT_LT(seconds(run_batch(20, 1000, spec).now - start), 0.7 * seconds(run_batch(20, 1000).now - start));
}

TEST(Model, CancellingFreesBlocksAndSilencesTheRequest) {
  Model model(EngineSpec{}, 1);
  const RequestId gone = model.submit(request(question, 1000), start);
  const RequestId stays = model.submit(request(question, 20), start);
  Course course;
  course.run(model, start + 100ms);
  EXPECT_GT(model.kv_usage(), 0);
  EXPECT_TRUE(model.cancel(gone, start + 100ms));
  EXPECT_FALSE(model.cancel(gone, start + 100ms));
  EXPECT_EQ(model.running(), 1);
  const size_t before = course.emissions.size();
  course.run(model);
  for (size_t i = before; i < course.emissions.size(); ++i) EXPECT_EQ(course.emissions[i].id, stays);
  EXPECT_EQ(model.kv_usage(), 0);
  EXPECT_EQ(model.statistics().aborted, 1);
}

TEST(Model, RefusesBeyondTheQueueLimit) {
  EngineSpec spec;
  spec.max_running = 1;
  spec.queue_limit = 2;
  Model model(spec, 1);
  model.submit(request(question, 10), start);
  Course course;
  course.step_to(model, start);
  model.submit(request(question, 10), start);
  model.submit(request(question, 10), start);
  const RequestId refused = model.submit(request(question, 10), start);
  EXPECT_EQ(model.next_event_at(), start);
  const std::vector<Emission> emissions = model.advance(start);
  ASSERT_EQ(emissions.size(), 1u);
  EXPECT_EQ(emissions[0].id, refused);
  EXPECT_EQ(emissions[0].kind, Emission::Kind::error);
  EXPECT_EQ(emissions[0].refusal, Refusal::queue_full);
  course.run(model);
  EXPECT_EQ(course.finished().size(), 3u);
}

TEST(Model, RefusesWhatTheContextCannotHold) {
  EngineSpec spec;
  spec.context_limit = 100;
  Model model(spec, 1);
  model.submit(request(long_prompt("a", 60), 41), start);
  EXPECT_EQ(model.advance(start).at(0).refusal, Refusal::context_too_long);
  model.submit(request(long_prompt("a", 60), 40), start);
  EXPECT_TRUE(model.advance(start).empty());
  Request open{read_prompt(question, question), {}};
  open.wish.length = 500;
  model.submit(std::move(open), start);
  Course course;
  course.run(model);
  EXPECT_EQ(course.emissions.back().usage.answer_tokens, 100 - count_tokens(question));
}

TEST(Model, RequestsWaitForTheLoad) {
  EngineSpec spec;
  spec.load_time = 60s;
  Model model(spec, 1, start + 1s);
  const RequestId id = model.submit(request(question, 4), start + 5s);
  EXPECT_EQ(model.next_event_at(), start + 61s);
  Course course;
  course.run(model);
  EXPECT_NEAR(seconds(course.first_token_of(id) - start), 61, 0.1);
}

TEST(Model, LogprobsComeWithEveryTokenWhenAskedFor) {
  Model model(EngineSpec{}, 1);
  Request asks = request(question, 5);
  asks.wish.top_logprobs = 3;
  model.submit(std::move(asks), start);
  Course course;
  course.run(model);
  for (const Emission& emission : course.emissions) {
    if (emission.kind != Emission::Kind::token) continue;
    ASSERT_TRUE(emission.logprobs);
    EXPECT_EQ(emission.logprobs->top.at(0).token, emission.piece.text);
    EXPECT_EQ(emission.logprobs->top.size(), 3u);
  }
}

}  // namespace foreshock::enginesim::model_test
