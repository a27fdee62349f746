// The ways to balance, on backends that are only numbers.
#include "gateway/backend_choice.h"

#include <algorithm>
#include <deque>
#include <map>

#include <gtest/gtest.h>

#include "gateway/backends_test.h"

namespace foreshock::gateway::balance_test {

using namespace std::chrono_literals;

TEST(P2cLatency, GoesToTheBetterOfTwoByLoadAndLatency) {
  const Backends backends = backends_of({1, 1});
  const BalanceOptions options{.policy = BalancePolicy::p2c_latency};
  backends[0]->first_token_time.note(100ms, test_start);
  backends[1]->first_token_time.note(400ms, test_start);
  EXPECT_EQ(shares_of(backends, 20, options), (std::map<size_t, int>{{0, 20}}));
  backends[0]->in_flight = 4;
  EXPECT_EQ(shares_of(backends, 20, options), (std::map<size_t, int>{{1, 20}}))
      << "5 × 0.1 s is more than 0.4 s";
  backends[0]->token_time.note(10ms, test_start);
  EXPECT_EQ(shares_of(backends, 20, options), (std::map<size_t, int>{{1, 20}}))
      << "known of one alone: no matter";
  backends[1]->token_time.note(40ms, test_start);
  backends[0]->in_flight = 2;
  EXPECT_EQ(shares_of(backends, 20, options), (std::map<size_t, int>{{0, 20}})) << "a mean, not a product";
}

// One is slow to begin and fast then, the other the other way round: by time to first token for each token of
// the answer the first would look good as soon as its answers are long (fault 54).
TEST(P2cLatency, LongAnswersMakeNoBackendLookFast) {
  const Backends backends = backends_of({1, 1});
  for (const auto& backend : backends) backend->token_time.note(20ms, test_start);
  backends[0]->first_token_time.note(900ms, test_start);
  backends[1]->first_token_time.note(300ms, test_start);
  EXPECT_EQ(shares_of(backends, 20, {.policy = BalancePolicy::p2c_latency}),
            (std::map<size_t, int>{{1, 20}}));
}

TEST(P2cLatency, WhatIsUnknownIsNeitherStarvedNorFlooded) {
  const Backends backends = backends_of({1, 1, 1, 1});
  for (size_t i = 1; i < 4; ++i) backends[i]->first_token_time.note(100ms, test_start);
  const auto shares = shares_of(backends, 1000, {.policy = BalancePolicy::p2c_latency});
  EXPECT_NEAR(shares.at(0), 250, 40);
  const auto later = shares_of(backends, 1000, {.policy = BalancePolicy::p2c_latency}, test_start + 31s);
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(later.at(i), 250, 40) << "nothing is known any more";
}

TEST(P2cLatency, WeightsAreSharesOfTheLoad) {
  const Backends backends = backends_of({1, 4});
  const BalanceOptions options{.policy = BalancePolicy::p2c_latency};
  EXPECT_NEAR(shares_of(backends, 1000, options).at(0), 200, 30) << "idle: as they are drawn";
  backends[0]->in_flight = 2;
  backends[1]->in_flight = 7;
  EXPECT_EQ(shares_of(backends, 20, options), (std::map<size_t, int>{{1, 20}}))
      << "7 of 4 is less than 2 of 1";
}

// Requests come evenly; each holds its backend until its answer has ended.
struct PlayedLoad {
  Backends backends = backends_of({1, 1, 1, 1});
  BalanceOptions options;
  std::vector<Duration> first_token{100ms, 100ms, 100ms, 1s};  // the last one is slow
  std::map<size_t, int> shares;
  std::multimap<Instant, size_t> ends;

  void end_until(Instant now) {
    while (!ends.empty() && ends.begin()->first <= now) {
      Backend& backend = *backends[ends.begin()->second];
      backend.first_token_time.note(first_token[backend.index], ends.begin()->first);
      --backend.in_flight;
      ends.erase(ends.begin());
    }
  }
  void play(int requests, Duration each) {
    Instant now = test_start;
    for (int i = 0; i < requests; ++i, now += each) {
      end_until(now);
      const Choice choice{.turn = static_cast<size_t>(i), .seed = 7, .now = now};
      Backend* backend = choose_backend(backends, options, choice).backend;
      ++backend->in_flight;
      ++shares[backend->index];
      ends.emplace(now + first_token[backend->index], backend->index);
    }
  }
};

TEST(P2cLatency, ASlowOneOfFourGetsLessThanItsShare) {
  for (const Duration each : {2ms, 10ms, 50ms}) {
    PlayedLoad load{.options = {.policy = BalancePolicy::p2c_latency}};
    load.play(20'000, each);
    EXPECT_LT(load.shares[3], 20'000 * 0.15 / 2) << seconds(each);
    EXPECT_GT(load.shares[3], 0) << "and is not forgotten";
    for (size_t i = 0; i < 3; ++i) EXPECT_GT(load.shares[i], 20'000 * 0.25) << seconds(each);
  }
}

TEST(LeastLoad, TiesAreBrokenByChance) {
  const Backends backends = backends_of({1, 1, 1});
  std::map<std::pair<size_t, size_t>, int> pairs;
  size_t before = 0;
  for (size_t turn = 0; turn < 900; ++turn) {
    const size_t now = choose_backend(backends, {}, {.turn = turn, .now = test_start}).backend->index;
    ++pairs[{before, now}];
    before = now;
  }
  EXPECT_EQ(pairs.size(), 9u) << "any follows any: a burst at idle backends spreads";
  for (const auto& [pair, count] : pairs) EXPECT_NEAR(count, 100, 40);
}

TEST(LeastLoad, WhatOthersSentCountsAndABurstBetweenTwoPagesToo) {
  const Backends backends = backends_of({1, 1});
  backends[0]->in_flight = 2;
  backends[0]->note_engine_load(8, test_start);
  backends[1]->note_engine_load(0, test_start);
  std::map<size_t, int> shares;
  for (size_t turn = 0; turn < 10; ++turn) {
    const auto chosen = choose_backend(backends, {}, {.turn = turn, .now = test_start + 900ms});
    ++chosen.backend->in_flight;
    ++shares[chosen.backend->index];
  }
  EXPECT_GE(shares[1], 8) << "until both have as many: 8 are at the first, 2 of them ours";
  EXPECT_EQ(backends[0]->load(test_start + 1s) + backends[1]->load(test_start + 1s), 18);
}

TEST(LeastLoad, WhatAnEngineToldLongAgoIsForgotten) {
  const Backends backends = backends_of({1, 1});
  backends[0]->note_engine_load(8, test_start);
  EXPECT_EQ(shares_of(backends, 20, {}, test_start + 9s).at(1), 20);
  EXPECT_EQ(shares_of(backends, 20, {}, test_start + 10s).size(), 2U);
  backends[1]->in_flight = 3;
  backends[1]->note_engine_load(1, test_start);
  EXPECT_EQ(backends[1]->load(test_start), 3) << "a page that is behind takes nothing off our own";
}

Backend* by_prefix(const Backends& backends, uint64_t prefix, size_t turn = 0) {
  const BalanceOptions options{.policy = BalancePolicy::prefix_affinity};
  return choose_backend(backends, options, {.prefix = prefix, .turn = turn, .now = test_start}).backend;
}

TEST(PrefixAffinity, AlikePromptsGoTogetherAndOthersSpread) {
  const Backends backends = backends_of({1, 1, 1, 1});
  std::map<size_t, int> shares;
  for (uint64_t prefix = 1; prefix <= 2000; ++prefix) {
    const Backend* home = by_prefix(backends, prefix);
    EXPECT_EQ(by_prefix(backends, prefix, prefix), home);
    ++shares[home->index];
  }
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(shares.at(i), 500, 80);
}

TEST(PrefixAffinity, WhenOneIsLostOnlyItsOwnPrefixesMove) {
  const Backends backends = backends_of({1, 1, 1, 1});
  std::map<uint64_t, Backend*> homes;
  for (uint64_t prefix = 1; prefix <= 500; ++prefix) homes[prefix] = by_prefix(backends, prefix);
  backends[2]->avoid_until = test_start + 1s;
  for (const auto& [prefix, home] : homes) {
    if (home != backends[2].get())
      EXPECT_EQ(by_prefix(backends, prefix), home);
    else
      EXPECT_NE(by_prefix(backends, prefix), home);
  }
}

TEST(PrefixAffinity, AnOverloadedHomePassesOnToTheNextInItsOrder) {
  const Backends backends = backends_of({1, 1, 1, 1});
  Backend* const home = by_prefix(backends, 42);
  for (const auto& backend : backends) backend->in_flight = 8;
  home->in_flight = 9;
  EXPECT_EQ(by_prefix(backends, 42), home) << "10 of 34 is less than 1.25 × a quarter";
  home->in_flight = 12;
  Backend* const next = by_prefix(backends, 42);
  EXPECT_NE(next, home);
  EXPECT_EQ(by_prefix(backends, 42, 5), next) << "always the same one";
  for (const auto& backend : backends) backend->in_flight = 0;
  home->in_flight = 3;
  EXPECT_EQ(by_prefix(backends, 42), home) << "below the floor load is no matter";
}

TEST(PrefixAffinity, FollowsTheWeights) {
  const Backends backends = backends_of({1, 3});
  int heavy = 0;
  for (uint64_t prefix = 1; prefix <= 2000; ++prefix)
    heavy += by_prefix(backends, prefix * 7) == backends[1].get();
  EXPECT_NEAR(heavy, 1500, 80);
}

TEST(Zones, TheOwnOneIsPreferredWhileEnoughOfItIsWell) {
  const Backends backends = backends_of({1, 1, 1, 1});
  backends[2]->is_local = backends[3]->is_local = false;
  const auto used = [&](const BalanceOptions& options = {}) {
    std::vector<size_t> indices;
    for (const auto& [index, count] : shares_of(backends, 60, options)) indices.push_back(index);
    return indices;
  };
  const auto lose = [&](size_t index) { backends[index]->avoid_until = test_start + 1s; };
  EXPECT_EQ(used(), (std::vector<size_t>{0, 1}));
  lose(0);
  EXPECT_EQ(used(), (std::vector<size_t>{1})) << "half of it is enough";
  EXPECT_EQ(used({.zone_minimum = Ratio{0.6}}), (std::vector<size_t>{1, 2, 3}));
  lose(1);
  EXPECT_EQ(used(), (std::vector<size_t>{2, 3}));
  lose(2);
  lose(3);
  EXPECT_EQ(used(), (std::vector<size_t>{0, 1, 2, 3})) << "all are lost: none is avoided";
}

}  // namespace foreshock::gateway::balance_test
