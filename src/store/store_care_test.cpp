#include "store/store_care.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "store/sqlite.h"
#include "store/store.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::store_care_test {

using namespace std::chrono_literals;

constexpr std::array signals = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, Rollup::distribution, "."}};
const SeriesKey ttft{"ttft", {}};

class StoreCareTest : public ::testing::Test {
 protected:
  std::string path(std::string_view name) const { return (folder_.path() / name).string(); }

  std::unique_ptr<Store> open(std::string_view folder = "data") {
    StoreOptions options;
    options.data_dir = path(folder);
    options.observation_ring = Bytes{100 * 512};
    options.flush_every = 60s;
    return Store::open(options, clock_, signals).value();
  }
  // Three hours of samples, then an observation, a failure and a finding, all on disk.
  void fill(Store& store) {
    for (int i = 0; i < 3 * 360; ++i, clock_.advance(10s)) {
      const Sample sample{ttft, clock_.now(), 0.1 + 0.001 * i, 1};
      store.take(std::span(&sample, 1));
      if (i % 90 == 0) store.flush();
    }
    Observation observation;
    observation.id.number = 1;
    observation.stamps.end = clock_.now();
    observation.state = TerminalState::truncated;
    store.take(observation);
    store.keep_noun({{Noun::finding, 1}, clock_.now(), "{}"});
    store.flush();
  }
  void run(std::string_view file, const char* sql) {
    ASSERT_TRUE(Connection::open(path(file), 1s).value().run(sql));
  }
  size_t faults(std::string_view folder = "data") { return check_store(path(folder)).value().faults.size(); }

  testkit::TemporaryFolder folder_;
  VirtualClock clock_{Instant{1'800'000'000s}};
};

TEST_F(StoreCareTest, CountsWhatIsThereWhileItRuns) {
  const auto store = open();
  fill(*store);
  const auto report = check_store(path("data")).value();
  EXPECT_TRUE(report.faults.empty()) << report.faults.front();
  EXPECT_EQ(report.format, 4);
  EXPECT_EQ(report.series, 1);
  EXPECT_EQ(report.blocks, 2);
  EXPECT_EQ(report.buckets + report.open_buckets, 3 * 360);
  EXPECT_EQ(report.nouns, 1);
  EXPECT_EQ(report.kept_observations, 1);
  EXPECT_EQ(report.newest_observations, 1);
}

TEST_F(StoreCareTest, FindsEachKindOfDamage) {
  fill(*open());
  EXPECT_EQ(faults(), 0U);
  run("data/store.db", "UPDATE block_10 SET body = x'01ffff' WHERE id = (SELECT min(id) FROM block_10)");
  EXPECT_EQ(faults(), 1U);
  run("data/store.db", "UPDATE bucket SET sketch = x'09'");
  EXPECT_GT(faults(), 1U);
  EXPECT_LE(faults(), 21U) << "not endless";
  run("data/store.db", "UPDATE bucket SET sketch = NULL; UPDATE observation SET record = x'00'");
  EXPECT_EQ(faults(), 2U);
  std::filesystem::resize_file(path("data/store.db"), 9'000);
  EXPECT_GE(faults(), 1U);
  std::ofstream(path("data/store.db")) << std::string(5'000, 'x');
  EXPECT_EQ(faults(), 1U);
}

TEST_F(StoreCareTest, FindsDamageInTheRing) {
  {
    const auto store = open();
    for (uint64_t number = 1; number <= 5; ++number) {
      Observation observation;
      observation.id.number = number;
      store->take(observation);
    }
  }
  std::fstream file(path("data/observations.ring"), std::ios::in | std::ios::out | std::ios::binary);
  for (const int slot : {1, 2}) {
    file.seekp(4096 + slot * 512 + 100);
    file << "damage";
  }
  file.close();
  EXPECT_EQ(faults(), 1U);
}

TEST_F(StoreCareTest, AFolderWithoutAStoreIsAnError) {
  EXPECT_EQ(check_store(path("nowhere")).error().code(), Code::bad_usage);
  EXPECT_EQ(back_up_store(path("nowhere"), path("copy")).error().code(), Code::bad_usage);
  EXPECT_EQ(restore_store(path("nowhere"), path("data"), false).error().code(), Code::bad_usage);
  EXPECT_FALSE(std::filesystem::exists(path("data")));
}

TEST_F(StoreCareTest, ACopyIsMadeWhileItRunsAndPutBack) {
  const Instant began = clock_.now();
  {
    const auto store = open();
    fill(*store);
    const auto copied = back_up_store(path("data"), path("copies/monday"));
    ASSERT_TRUE(copied) << copied.error().text();
    fill(*store);
  }
  EXPECT_EQ(faults("copies/monday"), 0U);
  EXPECT_EQ(back_up_store(path("data"), path("copies/monday")).error().code(), Code::bad_usage)
      << "never over one";

  EXPECT_EQ(restore_store(path("copies/monday"), path("data"), false).error().code(), Code::bad_usage);
  const auto restored = restore_store(path("copies/monday"), path("data"), true);
  ASSERT_TRUE(restored) << restored.error().text();
  const auto store = open();
  EXPECT_EQ(store->read(ttft, 1h, began - 1h, clock_.now()).buckets.size(), 3U)
      << "not the hours after the copy";
  EXPECT_EQ(store->newest(10, 100h).size(), 1U);
  EXPECT_TRUE(store->noun({Noun::finding, 1}));
  EXPECT_EQ(restore_store(path("copies/monday"), path("data"), true).error().code(), Code::bad_config)
      << "in use";
}

TEST_F(StoreCareTest, TheAuditLogGoesAlongAndIsNeverReplaced) {
  open()->flush();
  std::ofstream(path("data/audit.jsonl")) << "{}\n";
  ASSERT_TRUE(back_up_store(path("data"), path("copy")));
  ASSERT_TRUE(restore_store(path("copy"), path("fresh"), false));
  for (const char* folder : {"copy", "fresh"})
    EXPECT_EQ(std::filesystem::status(path(folder)).permissions(), std::filesystem::perms::owner_all)
        << folder;
  EXPECT_EQ(std::filesystem::file_size(path("fresh/audit.jsonl")), 3u);
  std::ofstream(path("data/audit.jsonl")) << "{}\n{}\n";
  ASSERT_TRUE(restore_store(path("copy"), path("data"), true));
  EXPECT_EQ(std::filesystem::file_size(path("data/audit.jsonl")), 6u);
}

TEST_F(StoreCareTest, ADamagedCopyIsNotPutBack) {
  fill(*open());
  ASSERT_TRUE(back_up_store(path("data"), path("copy")));
  run("copy/store.db", "UPDATE block_10 SET body = x'01ffff'");
  EXPECT_EQ(restore_store(path("copy"), path("data"), true).error().code(), Code::io);
  EXPECT_EQ(faults(), 0U) << "what was there is as it was";
}

}  // namespace foreshock::store::store_care_test
