#include "store/block_codec.h"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "store/crc32.h"
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

// Those of a run of hours, whose counts change little from one to the next.
TEST(BlockCodec, KeepsTheTableOfManyAndOfFewRequests) {
  for (const double rate : {300.0, 5'000.0}) {
    const auto buckets = buckets_of(rate, 100, 1h, true);
    const std::string body = encode_block(buckets, start, 1h, SketchForm::whole);
    std::vector<Bucket> found;
    ASSERT_TRUE(decode_block(body, start, 1h, found));
    size_t bins = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].sketch, buckets[i].sketch);
      bins += found[i].sketch.bins().size();
    }
    EXPECT_LT(body.size(), bins * (rate < 1'000 ? 4 : 6) / 8) << "bits a bin: the model must have learnt";
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

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

// Bucket i of SIZE holds VALUES + i values: 0.25, one STEP more, …
std::vector<Bucket> stairs(int size, int values, double step, Duration grain) {
  std::vector<Bucket> buckets(static_cast<size_t>(size));
  for (int i = 0; i < size; ++i) {
    buckets[static_cast<size_t>(i)].start = start + i * grain;
    for (int k = 0; k < values + i; ++k) buckets[static_cast<size_t>(i)].add(0.25 + step * k, 1, true);
  }
  return buckets;
}

TEST(BlockCodec, ReadsWhatFormat2Wrote) {
  struct Case {
    std::string_view what, body;
    std::vector<Bucket> buckets;
    Duration grain;
  };
  const Case cases[] = {
      {"a list of bins", "01020005b0810131cb9819fe5f00e0cd4c180e38032f60dac080c270c015a8d06e230201",
       stairs(2, 3, 0.1, 10s), 10s},
      {"a table of bins", "01030005b0820434661a4e0a0015006c927793301c7003036a180e1882562080478c6f03",
       stairs(3, 9, 0.002, 10s), 10s},
      {"quantiles", "0102000630030f889946b3274004c033138603eee0041440180e38818234c60840ced9014420",
       stairs(2, 30, 0.01, 1min), 1min},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.what);
    std::vector<Bucket> found;
    ASSERT_TRUE(decode_block(from_hex(each.body), start, each.grain, found));
    expect_numbers(found, each.buckets);
    for (size_t i = 0; i < found.size(); ++i)
      for (double quantile : kept_quantiles)
        EXPECT_EQ(found[i].sketch.quantile(quantile), each.buckets[i].sketch.quantile(quantile));
  }
  std::vector<Bucket> found;  // no sketches, in a zstd frame: every seventh of 400 is 1
  ASSERT_TRUE(
      decode_block(from_hex("0228b52ffd2086bd0100e09001041081030001400010000440001010d0018000200008000228"
                            "000c004a1d0005008201c180605c29406ea91d00c1802020ac0071"),
                   start, 10s, found));
  ASSERT_EQ(found.size(), 400U);
  EXPECT_EQ(found[14].sum, 1);
  EXPECT_EQ(found[15].max, 0);
}

TEST(BlockCodec, FindsEveryBitThatIsNotAsItWas) {
  const std::string body = encode_block(buckets_of(8, 3, 10s, true), start, 10s, SketchForm::whole);
  for (size_t bit = 0; bit < body.size() * 8; ++bit) {
    std::string damaged = body;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    std::vector<Bucket> out;
    EXPECT_FALSE(decode_block(damaged, start, 10s, out)) << bit;
    EXPECT_TRUE(out.empty());
  }
}

TEST(BlockCodec, IsOfOneRow) {
  const std::string body = encode_block(buckets_of(8, 3, 10s, true), start, 10s, SketchForm::whole, 7);
  std::vector<Bucket> out;
  EXPECT_FALSE(decode_block(body, start, 10s, out, 8));
  EXPECT_TRUE(decode_block(body, start, 10s, out, 7));
}

// BODY with a few bytes of its bits changed, and a checksum that holds.
std::string damaged_within(std::string body, std::mt19937_64& random) {
  for (uint64_t hits = 1 + random() % 4; hits > 0; --hits)
    body[5 + random() % (body.size() - 5)] = static_cast<char>(random());
  const auto bytes = std::as_bytes(std::span(body));
  constexpr std::array<std::byte, 8> row{};
  const uint32_t checksum = crc32(bytes.subspan(5), crc32(bytes.first(1), crc32(row)));
  for (size_t i = 0; i < 4; ++i) body[1 + i] = static_cast<char>(checksum >> (8 * i));
  return body;
}

// Whatever stands in the file, decoding ends and harms nothing.
TEST(BlockCodec, SurvivesAnyDamage) {
  std::mt19937_64 random(11);
  const auto requests = buckets_of(8, 360, 10s, true), hours = buckets_of(300, 24, 1h, true);
  for (const std::string& body : {encode_block(requests, start, 10s, SketchForm::whole),
                                  encode_block(requests, start, 10s, SketchForm::quantiles),
                                  encode_block(hours, start, 1h, SketchForm::whole)}) {
    size_t decoded = 0;
    for (int round = 0; round < 2'000; ++round) {
      std::vector<Bucket> out;
      if (decode_block(damaged_within(body, random), start, 10s, out))
        ++decoded;
      else
        EXPECT_TRUE(out.empty());
    }
    EXPECT_GT(decoded, 0U) << "the checksum held";
  }
}

}  // namespace foreshock::store::block_codec_test
