// The life of a bucket on disk: open, sealed, forgotten; and what the reader gives meanwhile.
#include "store/sealer.h"

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/keeper.h"
#include "store/roll_up.h"
#include "store/schema.h"
#include "store/series_reader.h"
#include "store/series_writer.h"
#include "store/sketch_columns.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::sealer_test {

using namespace std::chrono_literals;

const Instant midnight{20'000 * day};
const SeriesKey ttft{"ttft", {}};
const SeriesKey errors{"error_rate", {"model", "a"}};

class SealerTest : public ::testing::Test {
 protected:
  Connection connect() { return open_store_file((folder_.path() / "store.db").string()).value(); }

  void add(const SeriesKey& key, const std::vector<Bucket>& buckets) {
    const BucketTable::Unsaved delta{&key, &buckets};
    ASSERT_TRUE(writing_.run("BEGIN IMMEDIATE"));
    ASSERT_TRUE(writer_.add(std::span(&delta, 1)));
    ASSERT_TRUE(writing_.run("COMMIT"));
  }
  // All upkeep that is due.
  void keep_up(Instant now) {
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(writing_.run("BEGIN IMMEDIATE"));
      ASSERT_TRUE(keeper_.work(now));
      ASSERT_TRUE(writing_.run("COMMIT"));
    }
  }
  std::vector<Bucket> read(const SeriesKey& key, Duration grain, Instant from = midnight,
                           Instant to = midnight + 10 * day) {
    return reader_.read(key, grain, from, to).value();
  }
  int64_t rows(std::string_view table) {
    return reading_.integer(fmt::format("SELECT count(*) FROM {}", table)).value();
  }

  testkit::TemporaryFolder folder_;
  Connection reading_ = connect(), writing_ = connect();
  SeriesWriter writer_ = SeriesWriter::open(writing_).value();
  SeriesReader reader_ = SeriesReader::open(reading_).value();
  Keeper keeper_ = Keeper::open(writing_, Retention{}).value();
};

std::vector<Bucket> coarse_buckets(Instant from, Instant to, bool with_sketch) {
  std::mt19937_64 random(5);
  std::lognormal_distribution<double> latency(-1, 0.5);
  std::vector<Bucket> buckets;
  for (Instant start = from; start < to; start += 10s) {
    Bucket& bucket = buckets.emplace_back();
    bucket.start = start;
    for (int i = 0; i < 5; ++i)
      bucket.add(with_sketch ? latency(random) : static_cast<double>(random() % 2), 1, with_sketch);
  }
  return buckets;
}

void expect_equal(const std::vector<Bucket>& found, const std::vector<Bucket>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].start, expected[i].start);
    ASSERT_EQ(found[i].count, expected[i].count);
    ASSERT_NEAR(found[i].sum, expected[i].sum, 4e-4 * expected[i].sum);
    ASSERT_NEAR(found[i].max, expected[i].max, 0.0101 * expected[i].max);
    for (double quantile : kept_quantiles)
      ASSERT_EQ(found[i].sketch.quantile(quantile), expected[i].sketch.quantile(quantile));
  }
}

TEST_F(SealerTest, EveryGrainIsReadTheSameBeforeAndAfterEachSeal) {
  const auto latencies = coarse_buckets(midnight + 30min, midnight + 26h, true);
  const auto failures = coarse_buckets(midnight + 30min, midnight + 26h, false);
  add(ttft, latencies);
  add(errors, failures);
  for (const int minutes : {60, 304, 1'380, 1'444, 1'446, 1'800}) {
    const Duration now = std::chrono::minutes(minutes);
    SCOPED_TRACE(minutes);
    keep_up(midnight + now);
    for (const Duration grain : {Duration(10s), Duration(1min), Duration(1h)}) {
      expect_equal(read(ttft, grain), roll_up(latencies, grain).buckets());
      expect_equal(read(errors, grain), roll_up(failures, grain).buckets());
    }
  }
  EXPECT_EQ(rows("bucket"), 0);
  EXPECT_EQ(rows("block_10"), 2 * 26);
  EXPECT_EQ(rows("block_60"), 2) << "the second day is not over";
  EXPECT_EQ(rows("block_3600"), 2) << "ten days a block";
}

TEST_F(SealerTest, AnHourStaysOpenForFiveMinutesMore) {
  add(ttft, coarse_buckets(midnight, midnight + 1h, true));
  keep_up(midnight + 1h + 4min);
  EXPECT_EQ(rows("bucket"), 360);
  keep_up(midnight + 1h + 5min);
  EXPECT_EQ(rows("bucket"), 0);
}

TEST_F(SealerTest, WhatComesLateIsWorkedIn) {
  auto buckets = coarse_buckets(midnight, midnight + 24h, true);
  add(ttft, buckets);
  keep_up(midnight + 30h);
  Bucket late;
  late.start = midnight + 3h;
  for (double value : {7.0, 8.0, 9.0}) late.add(value, 1, true);
  add(ttft, {late});
  buckets[3 * 360].merge(late);
  EXPECT_EQ(read(ttft, 1min)[180].count, 33) << "seen at once";
  EXPECT_EQ(read(ttft, 10s)[3 * 360].count, 8);
  keep_up(midnight + 30h);
  EXPECT_EQ(rows("bucket"), 0);
  for (const Duration grain : {Duration(10s), Duration(1min), Duration(1h)})
    expect_equal(read(ttft, grain), roll_up(buckets, grain).buckets());
}

TEST_F(SealerTest, ForgetsEachGrainInItsTime) {
  add(ttft, coarse_buckets(midnight, midnight + 1h, true));
  keep_up(midnight + 25h);
  keep_up(midnight + 73h);
  EXPECT_EQ(read(ttft, 10s).size(), 360U) << "48 h after its day, and a little for what comes late";
  keep_up(midnight + 75h);
  EXPECT_TRUE(read(ttft, 10s).empty());
  EXPECT_EQ(read(ttft, 1min).size(), 60U);
  keep_up(midnight + 36 * day - 1h);
  EXPECT_EQ(read(ttft, 1min).size(), 60U);
  keep_up(midnight + 36 * day);
  EXPECT_TRUE(read(ttft, 1min).empty());
  keep_up(midnight + 410 * day - 1h);
  EXPECT_EQ(read(ttft, 1h).size(), 1U);
  keep_up(midnight + 410 * day + 1h);
  EXPECT_TRUE(read(ttft, 1h).empty());
  keep_up(midnight + 411 * day + 1h);
  EXPECT_EQ(rows("series"), 0);
}

TEST_F(SealerTest, WhatIsLaterThanItsTenSecondsIsAddedToTheRest) {
  add(ttft, coarse_buckets(midnight, midnight + 1h, true));
  keep_up(midnight + 80h);
  Bucket late;
  late.start = midnight + 10s;
  late.add(0.25, 1, true);
  add(ttft, {late});
  keep_up(midnight + 80h);
  EXPECT_TRUE(read(ttft, 10s).empty());
  EXPECT_EQ(read(ttft, 1min).at(0).count, 31);
  EXPECT_EQ(read(ttft, 1h).at(0).count, 1'801);
}

TEST_F(SealerTest, ALongPauseIsCaughtUp) {
  add(ttft, coarse_buckets(midnight, midnight + 3h, true));
  keep_up(midnight + 2h);
  keep_up(midnight + 20 * day);
  EXPECT_EQ(read(ttft, 1min).size(), 180U);
  EXPECT_EQ(read(ttft, 1h).size(), 3U);
  EXPECT_EQ(rows("block_10"), 0);
}

TEST_F(SealerTest, ADamagedBlockIsLeftOut) {
  add(ttft, coarse_buckets(midnight, midnight + 2h, true));
  keep_up(midnight + 3h);
  ASSERT_TRUE(writing_.run("UPDATE block_10 SET body = x'01ffff' WHERE id = (SELECT min(id) FROM block_10)"));
  EXPECT_EQ(read(ttft, 10s).size(), 360U);
}

TEST_F(SealerTest, ReadsOnlyWholeBucketsOfTheRange) {
  add(ttft, coarse_buckets(midnight, midnight + 2h, true));
  keep_up(midnight + 1h + 10min);
  const auto minutes = read(ttft, 1min, midnight + 30s, midnight + 61min);
  ASSERT_EQ(minutes.size(), 60U);
  EXPECT_EQ(minutes.front().start, midnight + 1min);
  EXPECT_EQ(minutes.back().start, midnight + 1h);
  EXPECT_EQ(minutes.back().count, 30) << "all of it, although it ends after TO begins";
  EXPECT_TRUE(read(ttft, 5min).empty()) << "no such grain";
}

}  // namespace foreshock::store::sealer_test
