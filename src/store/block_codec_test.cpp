#include "store/block_codec.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "store/sketch_columns.h"

namespace foreshock::store::block_codec_test {

using namespace std::chrono_literals;

const Instant start{1'800'000'000s};

// Buckets of a service with RATE requests a bucket; some have none.
std::vector<Bucket> buckets_of(double rate, size_t size, Duration grain, bool with_sketch,
                               double weight = 1) {
  std::mt19937_64 random(7);
  std::poisson_distribution<int> arrivals(rate);
  std::lognormal_distribution<double> latency(-1, 0.6);
  std::vector<Bucket> buckets;
  for (size_t i = 0; i < size; ++i) {
    Bucket bucket;
    bucket.start = start + static_cast<int64_t>(i) * grain;
    for (int left = arrivals(random); left > 0; --left) bucket.add(latency(random), weight, with_sketch);
    if (bucket.count > 0) buckets.push_back(std::move(bucket));
  }
  return buckets;
}

std::vector<Bucket> through(const std::vector<Bucket>& buckets, Duration grain, SketchForm form) {
  std::vector<Bucket> out;
  EXPECT_TRUE(decode_block(encode_block(buckets, start, grain, form), start, grain, out));
  return out;
}

void expect_numbers(const std::vector<Bucket>& found, const std::vector<Bucket>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].start, expected[i].start);
    EXPECT_EQ(found[i].count, expected[i].count);
    const double precision = expected[i].sketch.empty() ? 4e-5 : 4e-4;
    EXPECT_NEAR(found[i].sum, expected[i].sum, precision * std::abs(expected[i].sum));
    EXPECT_NEAR(found[i].min, expected[i].min, 0.0101 * std::abs(expected[i].min));
    EXPECT_NEAR(found[i].max, expected[i].max, 0.0101 * std::abs(expected[i].max));
  }
}

TEST(BlockCodec, KeepsWholeSketches) {
  for (const double rate : {0.3, 8.0, 900.0}) {
    const auto buckets = buckets_of(rate, 360, 10s, true);
    const auto found = through(buckets, 10s, SketchForm::whole);
    expect_numbers(found, buckets);
    for (size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i].sketch, buckets[i].sketch);
  }
}

TEST(BlockCodec, KeepsTheNineQuantilesAsTheWholeSketchGaveThem) {
  for (const double rate : {0.3, 8.0, 900.0})
    for (const double weight : {1.0, 1.37}) {
      const auto buckets = buckets_of(rate, 1'440, 1min, true, weight);
      const auto found = through(buckets, 1min, SketchForm::quantiles);
      expect_numbers(found, buckets);
      for (size_t i = 0; i < found.size(); ++i) {
        for (double quantile : kept_quantiles)
          ASSERT_EQ(found[i].sketch.quantile(quantile), buckets[i].sketch.quantile(quantile));
        ASSERT_NEAR(found[i].sketch.count(), buckets[i].sketch.count(), 1e-6 * buckets[i].count);
        ASSERT_LE(found[i].sketch.bins().size(), 21U);
      }
    }
}

TEST(BlockCodec, WholeNumbersStayExact) {
  std::mt19937_64 random(3);
  std::vector<Bucket> buckets;
  for (int i = 0; i < 60; ++i) {
    Bucket bucket;
    bucket.start = start + i * 1min;
    for (int k = 0; k < 20; ++k) bucket.add(static_cast<double>(random() % 100'003), 1, false);
    buckets.push_back(bucket);
  }
  const auto found = through(buckets, 1min, SketchForm::quantiles);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].sum, buckets[i].sum);
    EXPECT_EQ(found[i].min, buckets[i].min);
    EXPECT_EQ(found[i].max, buckets[i].max);
    EXPECT_TRUE(found[i].sketch.empty());
  }
}

TEST(BlockCodec, KeepsExtremeValuesOfBothSigns) {
  std::vector<Bucket> buckets(2);
  for (double value : {-1e199, -3.5, -1e-12, 0.0, 2e-9, 0.25, 1e199}) {
    buckets[0].add(value, 1, true);
    buckets[1].add(-value, 2.5, true);
  }
  buckets[0].start = start;
  buckets[1].start = start + 50min;
  const auto found = through(buckets, 10s, SketchForm::whole);
  expect_numbers(found, buckets);
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(found.at(i).sketch, buckets[i].sketch);
}

TEST(BlockCodec, AnEmptyBlockIsEmpty) {
  EXPECT_TRUE(through({}, 10s, SketchForm::whole).empty());
}

TEST(BlockCodec, AppendsAndLeavesWhatWasThereWhenTheBodyIsDamaged) {
  const auto buckets = buckets_of(8, 10, 10s, true);
  const std::string body = encode_block(buckets, start, 10s, SketchForm::whole);
  std::vector<Bucket> out(1);
  EXPECT_TRUE(decode_block(body, start, 10s, out));
  EXPECT_EQ(out.size(), 1 + buckets.size());
  EXPECT_FALSE(decode_block("", start, 10s, out));
  EXPECT_FALSE(decode_block("\x07 of the future", start, 10s, out));
  EXPECT_FALSE(decode_block(std::string_view(body).substr(0, body.size() / 2), start, 10s, out));
  EXPECT_EQ(out.size(), 1 + buckets.size());
}

// Whatever stands in the file, decoding ends and harms nothing.
TEST(BlockCodec, SurvivesAnyDamage) {
  std::mt19937_64 random(11);
  for (const auto form : {SketchForm::whole, SketchForm::quantiles}) {
    const std::string body = encode_block(buckets_of(8, 360, 10s, true), start, 10s, form);
    for (int round = 0; round < 2'000; ++round) {
      std::string damaged = body;
      for (uint64_t hits = 1 + random() % 4; hits > 0; --hits)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      std::vector<Bucket> out;
      EXPECT_TRUE(decode_block(damaged, start, 10s, out) || out.empty());
    }
  }
}

}  // namespace foreshock::store::block_codec_test
