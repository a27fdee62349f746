#include "store/history.h"

#include "store/store_care.h"
#include "store/store_test.h"

namespace foreshock::store::history_test {

using namespace std::chrono_literals;

const Instant midnight{20'000 * day};
const SeriesKey running{"running", {"replica", "a:8000"}};

class HistoryTest : public StoreTest {
 protected:
  HistoryTest() { clock_.set(midnight + 12h); }

  std::unique_ptr<HistoryWriter> writer(size_t cap = 20'000) {
    auto writer = HistoryWriter::open(data_dir(), clock_, cap);
    EXPECT_TRUE(writer) << writer.error().text();
    return std::move(writer).value();
  }
  HistoryTaken bring(const std::vector<SeriesHistory>& history) {
    const auto taken = writer()->add(history);
    EXPECT_TRUE(taken) << taken.error().text();
    return taken.value_or(HistoryTaken());
  }
  // Count and sum of what lies in [from, to).
  std::pair<double, double> all(const Store& store, const SeriesKey& key, Duration grain, Instant from,
                                Instant to) {
    double count = 0, sum = 0;
    for (const Bucket& bucket : store.read(key, grain, from, to).buckets) {
      count += bucket.count;
      sum += bucket.sum;
    }
    return {count, sum};
  }
};

using Pair = std::pair<double, double>;

// A value each minute of [from, to).
SeriesHistory steady(const SeriesKey& key, Instant from, Instant to, double value, bool with_sketch = false) {
  SeriesHistory history{key, {}};
  for (Instant start = from; start < to; start += 1min) {
    history.minutes.emplace_back().start = start;
    history.minutes.back().add(value, 1, with_sketch);
  }
  return history;
}

TEST_F(HistoryTest, IsReadBackAtEachGrain) {
  const auto taken = bring({steady(running, midnight - 30 * day, midnight + 12h, 4)});
  EXPECT_EQ(taken.taken, 30u * 1440 + 720);
  const auto store = open();
  EXPECT_EQ(all(*store, running, 1min, midnight - 30 * day, midnight + day), Pair(43'920, 4 * 43'920));
  EXPECT_EQ(all(*store, running, 1h, midnight - 30 * day, midnight + day), Pair(43'920, 4 * 43'920));
  EXPECT_EQ(all(*store, running, 10s, midnight, midnight + day), Pair(720, 4 * 720))
      << "of the day that is not over";
  EXPECT_EQ(store->read(running, 1min, midnight - 5 * day, midnight - 5 * day + 1h).buckets.size(), 60u);
  EXPECT_EQ(store->read(running, 1h, midnight - 5 * day, midnight - 4 * day).buckets.size(), 24u);
  EXPECT_EQ(store->keys(), std::vector<SeriesKey>{running});
  const auto report = check_store(data_dir());
  EXPECT_TRUE(report->faults.empty());
  EXPECT_EQ(report->blocks, 12 + 30 + 3) << "hours of 10 s of today only, days of 1 min, ten days of 1 h";
}

TEST_F(HistoryTest, TwiceIsTheSameAsOnce) {
  const std::vector<SeriesHistory> half{steady(running, midnight - 3 * day, midnight - 3 * day + 90min, 4)};
  const std::vector<SeriesHistory> whole{steady(running, midnight - 3 * day, midnight + 12h, 4)};
  EXPECT_EQ(bring(half).taken, 90u);
  const auto second = bring(whole);
  EXPECT_EQ(second.there, 90u);
  EXPECT_EQ(second.taken, 3 * 1440u + 720 - 90);
  const auto third = bring(whole);
  EXPECT_EQ(third.taken, 0u);
  EXPECT_EQ(third.there, 3 * 1440u + 720);
  const auto store = open();
  for (const Duration grain : {Duration(1min), Duration(1h)})
    EXPECT_EQ(all(*store, running, grain, midnight - 3 * day, midnight + day), Pair(5040, 4 * 5040));
}

TEST_F(HistoryTest, WhatWasMeasuredHereStays) {
  const SeriesKey own{"ttft", {}};
  {
    const auto store = open();
    clock_.set(midnight + 12h + 5s);
    take(*store, 9);
  }
  clock_.set(midnight + 13h);
  const auto taken = bring({steady(own, midnight - 1h, midnight + 13h, 1)});
  EXPECT_EQ(taken.there, 1u);
  const auto store = open();
  EXPECT_EQ(all(*store, own, 1min, midnight + 12h, midnight + 12h + 1min), Pair(1, 9));
  EXPECT_EQ(all(*store, own, 1min, midnight - 1h, midnight + 13h), Pair(14 * 60, 14 * 60 + 8));
}

TEST_F(HistoryTest, StaysWhenTheServiceGoesOn) {
  bring({steady(ttft, midnight - 2 * day, midnight + 12h, 2, true)});
  const auto store = open();
  const Sample late{ttft, midnight - 5h, 2, 1};
  store->take(std::span(&late, 1));
  for (int hour = 0; hour < 96; ++hour) {
    clock_.advance(1h);
    take(*store, 2);
    for (int i = 0; i < 4; ++i) store->flush();
  }
  const double samples = 2 * 1440 + 720 + 1 + 96;
  for (const Duration grain : {Duration(1min), Duration(1h)}) {
    const auto [count, sum] = all(*store, ttft, grain, midnight - 2 * day, clock_.now() + 1s);
    EXPECT_EQ(count, samples);
    EXPECT_NEAR(sum, 2 * samples, 0.001 * samples);
  }
  const auto hours = store->read(ttft, 1h, midnight - 2 * day, midnight).buckets;
  ASSERT_EQ(hours.size(), 48u);
  EXPECT_NEAR(hours.front().sketch.quantile(0.99).value_or(0), 2, 0.02);
}

TEST_F(HistoryTest, KeepsOfOldDaysTheHours) {
  const Instant old = midnight - 90 * day;
  const std::vector<SeriesHistory> history{steady(running, old, old + 2h, 3)};
  EXPECT_EQ(bring(history).taken, 120u);
  const auto again = bring(history);
  EXPECT_EQ(again.taken, 0u);
  EXPECT_EQ(again.there, 120u);
  const auto store = open();
  EXPECT_TRUE(store->read(running, 1min, old, old + day).buckets.empty());
  EXPECT_EQ(all(*store, running, 1h, old, old + day), Pair(120, 360));
}

TEST_F(HistoryTest, LeavesOutWhatIsTooOldOrNotOver) {
  const auto ancient = bring({steady(running, midnight - 401 * day, midnight - 401 * day + 5min, 1)});
  EXPECT_EQ(ancient.taken, 0u);
  EXPECT_EQ(ancient.out_of_reach, 5u);
  clock_.advance(30s);
  const auto now = bring({steady(running, midnight + 12h - 1min, midnight + 12h + 2min, 1)});
  EXPECT_EQ(now.taken, 1u);
  EXPECT_EQ(now.out_of_reach, 2u);
}

TEST_F(HistoryTest, TakesNoMoreSeriesThanThereIsRoomFor) {
  const auto taken =
      writer(1)->add(std::vector{steady(running, midnight - day, midnight - day + 5min, 1),
                                 steady({"waiting", {}}, midnight - day, midnight - day + 5min, 1)});
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->taken, 5u);
  EXPECT_EQ(taken->series_left_out, 1u);
}

TEST_F(HistoryTest, RefusesADataDirThatIsInUse) {
  const auto store = open();
  const auto refused = HistoryWriter::open(data_dir(), clock_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Code::bad_config);
  EXPECT_NE(refused.error().text().find("Stop the service"), std::string::npos) << refused.error().text();
}

TEST_F(HistoryTest, LeavesAStoreThatIsWhole) {
  bring({steady(running, midnight - day, midnight, 1)});
  const auto report = check_store(data_dir());
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_TRUE(report->faults.empty()) << report->faults.front();
  EXPECT_EQ(report->series, 1);
  EXPECT_TRUE(back_up_store(data_dir(), (folder_.path() / "copy").string()));
}

TEST_F(HistoryTest, KeepsAServiceOutMeanwhile) {
  const auto held = writer();
  EXPECT_EQ(refusal().code(), Code::bad_config);
}

}  // namespace foreshock::store::history_test
