#include "core/sketch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace foreshock::sketch_test {

double exact_quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
}

std::vector<double> log_normal_values(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> distribution(-1, 1.5);
  std::vector<double> values(count);
  for (double& value : values) value = distribution(random);
  return values;
}

TEST(Sketch, QuantilesStayWithinOnePercentOfTheExactOnes) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto values = log_normal_values(5'000, seed);
    Sketch sketch;
    for (double value : values) sketch.add(value);
    for (double q : {0.0, 0.01, 0.5, 0.9, 0.99, 1.0}) {
      const double exact = exact_quantile(values, q);
      EXPECT_NEAR(*sketch.quantile(q), exact, exact * Sketch::relative_error * 1.0001)
          << "seed " << seed << " q " << q;
    }
  }
}

TEST(Sketch, MergingEqualsAddingEverythingToOne) {
  const auto values = log_normal_values(2'000, 7);
  Sketch whole, left, right;
  for (size_t i = 0; i < values.size(); ++i) {
    const double value = i % 5 == 0 ? -values[i] : values[i];
    whole.add(value);
    (i % 2 == 0 ? left : right).add(value);
  }
  left.merge(right);
  EXPECT_EQ(left, whole);
}

TEST(Sketch, KnowsZeroNegativeAndNothing) {
  Sketch sketch;
  EXPECT_FALSE(sketch.quantile(0.5).has_value());
  sketch.add(std::nan(""));
  sketch.add(INFINITY);
  EXPECT_TRUE(sketch.empty());
  sketch.add(0);
  EXPECT_EQ(sketch.quantile(0.5), 0);
  sketch.add(-10);
  sketch.add(10);
  EXPECT_NEAR(*sketch.quantile(0), -10, 0.11);
  EXPECT_EQ(sketch.quantile(0.5), 0);
  EXPECT_NEAR(*sketch.quantile(1), 10, 0.11);
}

TEST(Sketch, BinsMakeTheSameSketchAndNothingElse) {
  Sketch sketch;
  for (double value : {0.001, 0.2, 0.2, 3.0, -4.0, 0.0}) sketch.add(value);
  EXPECT_EQ(Sketch::from_bins(sketch.bins()), sketch);
  EXPECT_EQ(Sketch::from_bins(sketch.bins())->count(), 6);
  EXPECT_FALSE(Sketch::from_bins({{2, 1}, {1, 1}})) << "out of order";
  EXPECT_FALSE(Sketch::from_bins({{2, -1}})) << "a count below zero";
  EXPECT_FALSE(Sketch::from_bins({{2, std::nan("")}}));
  EXPECT_FALSE(Sketch::from_bins({{2, 1e308}, {3, 1e308}})) << "a count beyond all numbers";
  EXPECT_FALSE(Sketch::from_bins({{Sketch::last_position + 1, 1}}));
  Sketch largest;
  largest.add(std::numeric_limits<double>::max());
  EXPECT_EQ(largest.bins().front().position, Sketch::last_position);
  EXPECT_EQ(Sketch::from_bins(largest.bins()), largest);
  EXPECT_TRUE(std::isfinite(*largest.quantile(0.5)));
}

TEST(Sketch, PositionsRiseWithValuesAndLeadBack) {
  int32_t before = Sketch::position_of(-1e300);
  for (double value : {-5.0, -1e-8, 0.0, 2e-9, 0.3, 1.0, 7e7, 1e299}) {
    const int32_t position = Sketch::position_of(value);
    EXPECT_GT(position, before);
    EXPECT_NEAR(Sketch::value_at(position), value, 0.01 * std::abs(value) + 1e-15);
    Sketch one, other;
    one.add(value, 2);
    other.add_at(position, 2);
    EXPECT_EQ(one, other);
    before = position;
  }
}

}  // namespace foreshock::sketch_test
