#include "store/bucket_table.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace foreshock::store::bucket_table_test {

using namespace std::chrono_literals;

constexpr std::array signals = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, Rollup::distribution, "."},
    SignalSpec{"requests", "requests", Direction::neutral, Rollup::sum, "."},
};
const Instant start{1'000'000s};

SeriesKey total(std::string signal) {
  return {std::move(signal), {}};
}
SeriesKey of_model(std::string model) {
  return {"ttft", {"model", std::move(model)}};
}

class BucketTableTest : public ::testing::Test {
 protected:
  void take(const SeriesKey& key, Duration after, double value, double weight = 1) {
    const Sample sample{key, start + after, value, weight};
    table_.take(std::span(&sample, 1), start + after);
  }
  std::vector<Bucket> read(const SeriesKey& key, Duration grain) const {
    return table_.read(key, grain, start - 1h, start + 100h);
  }

  BucketTable table_{SeriesLimits{3, 2}, signals};
};

TEST_F(BucketTableTest, SortsSamplesIntoBothGrains) {
  take(total("ttft"), 0ms, 0.1);
  take(total("ttft"), 999ms, 0.3, 2);
  take(total("ttft"), 9s, 0.5);
  take(total("ttft"), 10s, 0.7);

  const auto fine = read(total("ttft"), 1s);
  ASSERT_EQ(fine.size(), 3U);
  EXPECT_EQ(fine[0].start, start);
  EXPECT_EQ(fine[0].count, 3);
  EXPECT_NEAR(fine[0].sum, 0.7, 1e-12);
  EXPECT_EQ(fine[0].min, 0.1);
  EXPECT_EQ(fine[0].max, 0.3);

  const auto coarse = read(total("ttft"), 10s);
  ASSERT_EQ(coarse.size(), 2U);
  EXPECT_EQ(coarse[0].count, 4);
  EXPECT_NEAR(*coarse[0].sketch.quantile(0.5), 0.3, 0.004);
  EXPECT_EQ(coarse[1].start, start + 10s);
  EXPECT_TRUE(read(total("ttft"), 5s).empty()) << "no such grain";
}

TEST_F(BucketTableTest, KeepsSketchesOnlyOfDistributions) {
  take(total("requests"), 0s, 1);
  take(total("never heard of"), 0s, 1);
  EXPECT_TRUE(read(total("requests"), 1s).at(0).sketch.empty());
  EXPECT_TRUE(read(total("never heard of"), 1s).at(0).sketch.empty());
}

TEST_F(BucketTableTest, PutsLateSamplesWhereTheyBelong) {
  take(total("ttft"), 30s, 3);
  take(total("ttft"), 12s, 1);
  take(total("ttft"), 12s, 2);
  const auto coarse = read(total("ttft"), 10s);
  ASSERT_EQ(coarse.size(), 2U);
  EXPECT_EQ(coarse[0].start, start + 10s);
  EXPECT_EQ(coarse[0].sum, 3);
  EXPECT_EQ(coarse[1].sum, 3);
}

TEST_F(BucketTableTest, DropsWhatCannotBeKept) {
  take(total("ttft"), 0s, std::nan(""));
  take(total("ttft"), 0s, INFINITY);
  take(total("ttft"), 0s, 1, 0);
  take(total("ttft"), 0s, 1e150, 1e150);
  const Sample old{total("ttft"), start, 1, 1};
  table_.take(std::span(&old, 1), start + 48h + 1s);
  EXPECT_EQ(table_.statistics().samples_dropped, 5U);
  EXPECT_EQ(table_.statistics().series, 0U);
}

TEST_F(BucketTableTest, BeyondTheCapSamplesGoToOther) {
  for (const char* signal : {"ttft", "e2e"}) {
    take({signal, {"model", "a"}}, 0s, 1);
    take({signal, {"zone", "b"}}, 0s, 1);
  }
  take(of_model("a"), 0s, 1);
  take({"e2e", {"zone", "b"}}, 0s, 1);
  take(total("ttft"), 0s, 1);
  EXPECT_EQ(table_.keys(), (std::vector<SeriesKey>{{"e2e", {"model", "a"}},
                                                   {"e2e", {"zone", "other"}},
                                                   total("ttft"),
                                                   of_model("a"),
                                                   {"ttft", {"zone", "b"}}}));
  EXPECT_EQ(read({"e2e", {"zone", "other"}}, 1s).at(0).count, 2);
  EXPECT_EQ(read(of_model("a"), 1s).at(0).count, 2);
  EXPECT_EQ(table_.statistics().samples_to_other, 2U);
}

TEST_F(BucketTableTest, ANewLabelTakesThePlaceOfTheOneUsedLeastRecently) {
  take(of_model("a"), 0s, 1);
  take(of_model("b"), 1min, 1);
  take(of_model("c"), 2min, 1);
  EXPECT_EQ(table_.keys(), (std::vector{of_model("a"), of_model("b"), of_model("other")}))
      << "both are in use";
  table_.begin_flush();
  table_.end_flush(true);
  take(of_model("b"), 17min, 1);
  for (int i = 0; i < 60; ++i) table_.tidy(start + 17min);
  take(of_model("c"), 17min, 1);
  EXPECT_EQ(table_.keys(), (std::vector{of_model("b"), of_model("c"), of_model("other")}));
  take(of_model("a"), 17min, 1);
  EXPECT_EQ(read(of_model("other"), 1s).back().start, start + 17min) << "it comes back as other";
}

TEST_F(BucketTableTest, WhatIsNotOnDiskYetDoesNotFall) {
  take(of_model("a"), 0s, 1);
  take(of_model("b"), 0s, 1);
  take(of_model("c"), 1h, 1);
  EXPECT_EQ(table_.keys(), (std::vector{of_model("a"), of_model("b"), of_model("other")}));
}

TEST_F(BucketTableTest, TakesAGridIntoEveryStratum) {
  SampleGrid grid;
  grid.at = start + 3s;
  grid.strata = {{}, {"model", "a"}};
  grid.values = {{"ttft", 0.25, 2}, {"requests", 1, 1}, {"ttft", std::nan(""), 1}};
  Bucket gaps;
  for (double gap : {0.1, 0.1, 0.4}) gaps.add(gap, 1, true);
  grid.spreads = {{"ttft", gaps}, {"requests", gaps}};
  BucketTable table(SeriesLimits{}, signals);
  table.take(grid, start + 3s);
  table.take(grid, start + 3s);
  for (const Duration grain : {Duration(1s), Duration(10s)})
    for (const Stratum& stratum : grid.strata) {
      const auto ttft = table.read({"ttft", stratum}, grain, start, start + 1h);
      ASSERT_EQ(ttft.size(), 1U);
      EXPECT_EQ(ttft[0].count, 10);
      EXPECT_NEAR(ttft[0].sum, 2.2, 1e-12);
      EXPECT_EQ(ttft[0].min, 0.1);
      EXPECT_EQ(ttft[0].max, 0.4);
      EXPECT_EQ(ttft[0].sketch.count(), 10);
      EXPECT_NEAR(*ttft[0].sketch.quantile(0.6), 0.25, 0.0025);
      const auto requests = table.read({"requests", stratum}, grain, start, start + 1h);
      EXPECT_EQ(requests.at(0).count, 8);
      EXPECT_TRUE(requests[0].sketch.empty());
    }
  EXPECT_EQ(table.statistics().samples_dropped, 4U) << "NaN, in two strata, twice";
  table.take(grid, start + 49h);
  EXPECT_EQ(table.statistics().samples_dropped, 14U) << "too old";
}

TEST_F(BucketTableTest, AnEndlessNameGoesToOther) {
  take(of_model(std::string(201, 'x')), 0s, 1);
  EXPECT_EQ(table_.keys(), std::vector{of_model("other")});
}

TEST_F(BucketTableTest, WhatIsBeingSavedIsStillSeen) {
  take(total("ttft"), 0s, 1);
  const auto unsaved = table_.begin_flush();
  ASSERT_EQ(unsaved.size(), 1U);
  EXPECT_EQ(*unsaved[0].key, total("ttft"));
  EXPECT_EQ(unsaved[0].buckets->at(0).sum, 1);
  take(total("ttft"), 1s, 2);
  EXPECT_EQ(read(total("ttft"), 10s).at(0).sum, 3);
  table_.end_flush(true);
  EXPECT_EQ(read(total("ttft"), 10s).at(0).sum, 2) << "only what came during the flush";
  EXPECT_EQ(table_.begin_flush().size(), 1U);
}

TEST_F(BucketTableTest, WhatWasNotSavedComesAgain) {
  take(total("ttft"), 0s, 1);
  table_.begin_flush();
  table_.end_flush(false);
  take(total("ttft"), 0s, 2);
  table_.begin_flush();
  take(total("ttft"), 0s, 4);
  table_.end_flush(false);
  const auto unsaved = table_.begin_flush();
  ASSERT_EQ(unsaved.size(), 1U);
  EXPECT_EQ(unsaved[0].buckets->at(0).sum, 7);
  EXPECT_EQ(unsaved[0].buckets->at(0).count, 3);
}

TEST_F(BucketTableTest, ADiskThatFailsForLongDoesNotEatTheMemory) {
  constexpr int taken = 200'500;
  for (int i = 0; i < taken; ++i) take(total("requests"), i * 1ms, 1);
  EXPECT_EQ(table_.statistics().samples_dropped, 0U) << "a second bucket of the same start costs nothing";
  for (int i = 0; i < taken; ++i) {
    const Sample sample{total("requests"), start + i * 10s, 1, 1};
    table_.take(std::span(&sample, 1), start);
  }
  EXPECT_EQ(table_.statistics().samples_dropped, 680U);
  table_.begin_flush();
  table_.end_flush(true);
  take(total("requests"), 0s, 1);
  EXPECT_EQ(table_.statistics().samples_dropped, 680U) << "there is room again";
}

TEST_F(BucketTableTest, TidiesAwayOldSecondsAndIdleSeries) {
  take(total("ttft"), 0s, 1);
  table_.tidy(start + 49h);
  EXPECT_EQ(table_.keys().size(), 1U) << "not saved yet";
  table_.begin_flush();
  table_.end_flush(true);
  take(total("ttft"), 16min, 1);
  table_.begin_flush();
  table_.end_flush(true);
  table_.tidy(start + 16min);
  EXPECT_EQ(read(total("ttft"), 1s).size(), 1U);

  table_.tidy(start + 48h);
  EXPECT_EQ(table_.keys().size(), 1U) << "used less than 48 h ago";
  table_.tidy(start + 49h);
  EXPECT_TRUE(table_.keys().empty());
}

TEST_F(BucketTableTest, KnowsSeriesOnDisk) {
  table_.know(of_model("a"), start);
  EXPECT_EQ(table_.keys(), std::vector{of_model("a")});
  take(of_model("a"), 0s, 1);
  EXPECT_EQ(table_.statistics().series, 1U);
}

}  // namespace foreshock::store::bucket_table_test
