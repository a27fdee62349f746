#include "signals/series_of.h"

#include <algorithm>

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

std::optional<double> value_of(const SampleGrid& grid, std::string_view signal) {
  for (const auto& value : grid.values)
    if (value.signal == signal) return value.value;
  return std::nullopt;
}

bool holds(const std::vector<Stratum>& strata, const Stratum& stratum) {
  return std::count(strata.begin(), strata.end(), stratum) == 1;
}

TEST(SeriesOf, MeasuresEachSignal) {
  const auto samples = series_of(streamed_answer());
  EXPECT_EQ(value_of(samples, "ttft"), 1);
  EXPECT_EQ(value_of(samples, "ttfa"), 2);
  EXPECT_EQ(value_of(samples, "e2e"), 3) << "to the last token, not to the end of the stream";
  EXPECT_EQ(value_of(samples, "queue_time"), 0);
  EXPECT_EQ(value_of(samples, "decode_rate"), 10) << "20 tokens after the first, in 2 s";
  EXPECT_EQ(value_of(samples, "request_rate"), 1);
  EXPECT_EQ(value_of(samples, "error_rate"), 0);
  EXPECT_EQ(value_of(samples, "prompt_tokens"), 500);
  EXPECT_EQ(value_of(samples, "output_tokens"), 21);
  EXPECT_EQ(value_of(samples, "prefix_hit"), 0.2);
  EXPECT_EQ(value_of(samples, "finish_length"), 1);
  EXPECT_EQ(value_of(samples, "throughput"), std::nullopt) << "comes from the gateway's counters";
}

TEST(SeriesOf, TellsWhatWasDraftedByTheLengthOfThePrompt) {
  Observation observation = streamed_answer();
  EXPECT_EQ(value_of(series_of(observation), "drafted_tokens"), std::nullopt);
  observation.tokens.drafted = 77;
  observation.tokens.accepted = 27;
  const auto samples = series_of(observation);
  EXPECT_EQ(value_of(samples, "drafted_tokens"), 77);
  EXPECT_EQ(value_of(samples, "accepted_tokens"), 27);
  EXPECT_TRUE(holds(samples.strata, {"prompt", "<1k"}));
}

TEST(SeriesOf, ContextIsLostWhereTokensDoNotFitTheWindow) {
  const auto lost = [](std::optional<int64_t> window, std::string_view finish, bool estimated = false) {
    Observation observation = streamed_answer();
    observation.finish_reason = finish;
    observation.tokens.estimated = estimated;
    observation.context_window = window;
    return value_of(series_of(observation), "context_lost");
  };
  EXPECT_EQ(lost(520, "stop"), 1) << "500 and 21: what came first was thrown out";
  EXPECT_EQ(lost(521, "length"), 1) << "cut where the window ends";
  EXPECT_EQ(lost(521, "stop"), 0);
  EXPECT_EQ(lost(522, "length"), 0) << "the limit of the request";
  EXPECT_EQ(lost(std::nullopt, "length"), std::nullopt);
  EXPECT_EQ(lost(520, "stop", true), std::nullopt) << "events are no count of tokens";
}

TEST(SeriesOf, PoolsGapsByTheirCount) {
  Observation observation = streamed_answer();
  observation.weight = 2;
  const auto grid = series_of(observation);
  ASSERT_EQ(grid.spreads.size(), 1U);
  EXPECT_EQ(grid.spreads[0].signal, "inter_token");
  const Bucket& gaps = grid.spreads[0].values;
  EXPECT_EQ(gaps.count, 6);
  EXPECT_EQ(gaps.sketch.count(), 6);
  EXPECT_NEAR(gaps.sum, 1.2, 0.012);
  EXPECT_NEAR(gaps.max, 0.4, 0.004);
}

TEST(SeriesOf, GoesIntoTheTotalAndEachStratumOnce) {
  const auto grid = series_of(streamed_answer());
  EXPECT_EQ(grid.at, Instant{104s});
  EXPECT_EQ(grid.strata.front(), Stratum{});
  for (const Stratum& stratum : {Stratum{}, Stratum{"model", "m"}, Stratum{"replica", "a"}})
    EXPECT_TRUE(holds(grid.strata, stratum)) << stratum.dimension;
}

TEST(Strata, HoldThePairs) {
  Observation observation = streamed_answer();
  observation.start = Start::cold;
  observation.version = "v+1";
  observation.request_class = R"(c\d)";
  const auto strata = strata_of(observation);
  EXPECT_TRUE(holds(strata, {"replica+prompt", "a+<1k"}));
  EXPECT_TRUE(holds(strata, {"replica+start", "a+cold"}));
  EXPECT_TRUE(holds(strata, {"version+prompt", R"(v\+1+<1k)"})) << "one cannot be taken for another";
  EXPECT_TRUE(holds(strata, {"version+class", R"(v\+1+c\\d)"}));
  for (const Stratum& stratum : strata_of(Observation{}))
    EXPECT_EQ(stratum.dimension.find('+'), std::string::npos) << "half a pair is none";
}

TEST(Strata, BandConcurrencyByPowersOfTwo) {
  Observation observation;
  for (const auto& [concurrency, band] : {std::pair<int64_t, const char*>{1, "1"},
                                          {2, "2"},
                                          {3, "3-4"},
                                          {4, "3-4"},
                                          {5, "5-8"},
                                          {8192, "4097-8192"},
                                          {8193, ">8192"},
                                          {1 << 30, ">8192"}}) {
    observation.concurrency = concurrency;
    EXPECT_TRUE(holds(strata_of(observation), {"concurrency", band})) << concurrency;
  }
}

TEST(Strata, NameEveryDimension) {
  Observation observation = streamed_answer();
  const auto names = stratum_dimensions(StratumPairs::usual());
  for (const Stratum& stratum : strata_of(observation))
    EXPECT_EQ(std::count(names.begin(), names.end(), stratum.dimension), stratum.dimension.empty() ? 0 : 1)
        << stratum.dimension;
}

TEST(SeriesOf, WhatIsMissingIsAbsent) {
  Observation refused;
  refused.status = 400;
  refused.state = TerminalState::inband_error;
  const auto samples = series_of(refused);
  refused.model = "guessed";
  for (const Stratum& stratum : strata_of(refused))
    EXPECT_NE(stratum.dimension, "model") << "a name that was refused is no model";
  EXPECT_EQ(value_of(samples, "ttft"), std::nullopt);
  EXPECT_EQ(value_of(samples, "e2e"), std::nullopt) << "a refusal is not a fast answer";
  EXPECT_EQ(value_of(samples, "prompt_tokens"), std::nullopt);
  EXPECT_EQ(value_of(samples, "client_error_rate"), 1);
  EXPECT_EQ(value_of(samples, "error_rate"), 0) << "the client's own fault";
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
