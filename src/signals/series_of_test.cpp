#include "signals/series_of.h"

#include <gtest/gtest.h>

#include "core/catalog.h"
#include "signals/signal.h"

namespace foreshock::signals::series_of_test {

using namespace std::chrono_literals;

Observation streamed_answer() {
  Observation observation;
  observation.stamps.accepted = Instant{100s};
  observation.stamps.dequeued = Instant{100s};
  observation.stamps.first_token = Instant{101s};
  observation.stamps.first_answer_token = Instant{102s};
  observation.stamps.last_token = Instant{103s};
  observation.stamps.end = Instant{104s};
  observation.status = 200;
  observation.stream = true;
  observation.tokens = {500, 100, 21, 5, false};
  observation.token_events = 20;
  observation.gaps.add(0.1);
  observation.gaps.add(0.1);
  observation.gaps.add(0.4);
  observation.finish_reason = "length";
  observation.model = "m";
  observation.replica = "a";
  observation.prefix = Prefix::hit;
  return observation;
}

std::optional<double> total(const std::vector<Sample>& samples, std::string_view signal) {
  for (const Sample& sample : samples)
    if (sample.key.signal == signal && sample.key.stratum.dimension.empty()) return sample.value;
  return std::nullopt;
}

TEST(SeriesOf, MeasuresEachSignal) {
  const auto samples = series_of(streamed_answer());
  EXPECT_EQ(total(samples, "ttft"), 1);
  EXPECT_EQ(total(samples, "ttfa"), 2);
  EXPECT_EQ(total(samples, "e2e"), 3) << "to the last token, not to the end of the stream";
  EXPECT_EQ(total(samples, "queue_time"), 0);
  EXPECT_EQ(total(samples, "decode_rate"), 10) << "20 tokens after the first, in 2 s";
  EXPECT_EQ(total(samples, "request_rate"), 1);
  EXPECT_EQ(total(samples, "error_rate"), 0);
  EXPECT_EQ(total(samples, "prompt_tokens"), 500);
  EXPECT_EQ(total(samples, "output_tokens"), 21);
  EXPECT_EQ(total(samples, "prefix_hit"), 0.2);
  EXPECT_EQ(total(samples, "finish_length"), 1);
  EXPECT_EQ(total(samples, "throughput"), std::nullopt) << "comes from the gateway's counters";
}

TEST(SeriesOf, PoolsGapsByTheirCount) {
  double gaps = 0;
  for (const Sample& sample : series_of(streamed_answer()))
    if (sample.key.signal == "inter_token" && sample.key.stratum.dimension.empty()) gaps += sample.weight;
  EXPECT_EQ(gaps, 3);
}

TEST(SeriesOf, GoesIntoTheTotalAndEachMarginalStratumOnce) {
  int models = 0, replicas = 0, totals = 0;
  for (const Sample& sample : series_of(streamed_answer())) {
    if (sample.key.signal != "ttft") continue;
    totals += sample.key.stratum == Stratum{};
    models += sample.key.stratum == Stratum{"model", "m"};
    replicas += sample.key.stratum == Stratum{"replica", "a"};
    EXPECT_EQ(sample.at, Instant{104s});
  }
  EXPECT_EQ(totals, 1);
  EXPECT_EQ(models, 1);
  EXPECT_EQ(replicas, 1);
}

TEST(SeriesOf, WhatIsMissingIsAbsent) {
  Observation refused;
  refused.status = 400;
  refused.state = TerminalState::inband_error;
  const auto samples = series_of(refused);
  refused.model = "guessed";
  for (const Stratum& stratum : strata_of(refused))
    EXPECT_NE(stratum.dimension, "model") << "a name that was refused is no model";
  EXPECT_EQ(total(samples, "ttft"), std::nullopt);
  EXPECT_EQ(total(samples, "e2e"), std::nullopt) << "a refusal is not a fast answer";
  EXPECT_EQ(total(samples, "prompt_tokens"), std::nullopt);
  EXPECT_EQ(total(samples, "client_error_rate"), 1);
  EXPECT_EQ(total(samples, "error_rate"), 0) << "the client's own fault";
  for (const Stratum& stratum : strata_of(refused)) EXPECT_NE(stratum.dimension, "prompt");
}

// What every row of the table must keep, whoever adds one.
TEST(Signals, KeepTheContractOfTheTable) {
  for (const SignalKind& kind : signal_kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(kind.name, kind.spec.name);
    EXPECT_TRUE(kind.spec.help.ends_with('.'));
    EXPECT_FALSE(kind.spec.unit.empty());
    if (kind.measure != nullptr) {
      const Observation nothing;
      EXPECT_EQ(kind.measure(nothing), kind.measure(nothing))
          << "deterministic, and survives an empty observation";
    }
  }
}

}  // namespace foreshock::signals::series_of_test
