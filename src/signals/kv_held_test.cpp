#include "signals/kv_held.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace foreshock::signals::kv_held_test {

using namespace std::chrono_literals;

constexpr Instant start{std::chrono::hours(500'000)};

struct Told {
  double minute, held;
};

// Each second of MINUTES; each running request takes 2 % of the cache, 10 % more or less.
std::vector<Told> held(int minutes, const std::function<double(double minute)>& running,
                       const std::function<double(double minute)>& leaked) {
  KvHeld estimate;
  std::mt19937_64 random(7);
  std::normal_distribution<double> spread(1, 0.1);
  std::vector<Told> told;
  for (int second = 0; second < minutes * 60; ++second) {
    const double minute = second / 60.0, requests = std::floor(running(minute));
    const double use = std::min(1.0, leaked(minute) + requests * 0.02 * spread(random));
    if (const auto value = estimate.take(use, requests, start + second * 1s))
      told.push_back({minute, *value});
  }
  return told;
}

double wave(double minute) {
  return 15 + 8 * std::sin(minute);
}

TEST(KvHeld, IsNothingWhereRequestsExplainAll) {
  const auto told = held(60, wave, [](double) { return 0; });
  EXPECT_GE(told.size(), 55);
  for (const Told& one : told) EXPECT_NEAR(one.held, 0, 0.03) << one.minute;
}

TEST(KvHeld, GrowsWithALeakAtEqualLoad) {
  const auto leak = [](double minute) { return 0.005 * minute; };
  const auto told = held(60, wave, leak);
  ASSERT_GE(told.size(), 55);
  for (const Told& one : told) {
    if (one.minute < 10) continue;
    EXPECT_NEAR(one.held, leak(one.minute - 5), 0.04) << one.minute << ": of the middle of ten minutes";
  }
}

TEST(KvHeld, IsWhatAnIdleEngineHolds) {
  const auto told = held(
      5, [](double) { return 0; }, [](double) { return 0.25; });
  ASSERT_FALSE(told.empty());
  EXPECT_NEAR(told.back().held, 0.25, 1e-9);
}

TEST(KvHeld, IsNotKnownWhereTheLoadIsAlwaysTheSame) {
  EXPECT_TRUE(held(
                  30, [](double) { return 16; }, [](double) { return 0.1; })
                  .empty());
}

}  // namespace foreshock::signals::kv_held_test
