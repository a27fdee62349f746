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
  double busy_requests = 0;  // the integral of running and waiting requests over time
  Instant now = start;

  void run(Model& model, Instant until = Instant::max()) {
    for (auto next = model.next_event_at(); next && *next < until; next = model.next_event_at())
      step_to(model, *next);
  }
  void step_to(Model& model, Instant next) {
    busy_requests += static_cast<double>(model.running() + model.waiting()) * seconds(next - now);
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

Course run_batch(int64_t requests) {
  Model model(EngineSpec{}, 1);
  for (int64_t i = 0; i < requests; ++i) model.submit(request(question, 64), start);
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

// What a load came to; the bytes are all that was emitted.
struct LoadRun {
  std::string bytes;
  double busy_requests = 0, sojourn_sum = 0, length = 0;
  int64_t requests = 0;
};
LoadRun run_poisson(uint64_t seed, double rate, Duration length) {
  Model model(EngineSpec{}, seed);
  Random arrivals(seed);
  Course course;
  std::map<RequestId, Instant> submitted;
  for (Instant at = start; at - start < length; at += from_seconds(arrivals.exponential(1 / rate))) {
    course.run(model, at);
    course.step_to(model, at);
    Request made{read_prompt(question, question), {}};
    submitted[model.submit(std::move(made), at)] = at;
  }
  course.run(model);
  LoadRun run{.busy_requests = course.busy_requests, .length = seconds(course.now - start)};
  for (const auto& [id, at] : course.finished()) run.sojourn_sum += seconds(at - submitted.at(id));
  run.requests = static_cast<int64_t>(submitted.size());
  for (const Emission& emission : course.emissions)
    run.bytes +=
        fmt::format("{} {} {}\n", emission.id, emission.at.time_since_epoch().count(), emission.piece.text);
  return run;
}

TEST(Model, LittlesLaw) {
  const LoadRun run = run_poisson(3, 8, 100s);
  ASSERT_GT(run.requests, 700);
  const double rate = static_cast<double>(run.requests) / run.length;
  const double mean_sojourn = run.sojourn_sum / static_cast<double>(run.requests);
  const double mean_present = run.busy_requests / run.length;
  EXPECT_GT(mean_present, 10);
  EXPECT_NEAR(mean_present / (rate * mean_sojourn), 1, 0.02);
}

TEST(Model, TheSameSeedGivesTheSameBytes) {
  const LoadRun one = run_poisson(3, 4, 30s);
  EXPECT_EQ(one.bytes, run_poisson(3, 4, 30s).bytes);
  EXPECT_NE(one.bytes, run_poisson(4, 4, 30s).bytes);
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

TEST(Model, SpeculationGivesTheExpectedTokensAStepAndIsFaster) {
  EngineSpec spec;
  spec.draft_length = 3;
  spec.acceptance = Ratio{0.7};
  Model model(spec, 1);
  for (int i = 0; i < 20; ++i) model.submit(request(question, 1000), start);
  Course course;
  course.run(model);
  const Statistics& counted = model.statistics();
  const int64_t accepted = counted.accepted_at[0] + counted.accepted_at[1] + counted.accepted_at[2];
  const double mean = 1 + static_cast<double>(accepted) / static_cast<double>(counted.drafts);
  EXPECT_NEAR(mean / ((1 - std::pow(0.7, 4)) / (1 - 0.7)), 1, 0.02);

  Model plain(EngineSpec{}, 1);
  for (int i = 0; i < 20; ++i) plain.submit(request(question, 1000), start);
  Course slower;
  slower.run(plain);
  EXPECT_LT(seconds(course.now - start), 0.7 * seconds(slower.now - start));
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
