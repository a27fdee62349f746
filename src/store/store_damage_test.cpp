// A bit turns in a file, in each of many places: the store opens and lives on, with what else is there;
// `store check` finds it where something is not read as before.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "store/store_care.h"
#include "store/store_test.h"

namespace foreshock::store::store_damage_test {

using namespace std::chrono_literals;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class StoreDamageTest : public StoreTest {
 protected:
  // Two days, so that all grains have blocks; an open hour; a failure and a finding an hour.
  void SetUp() override {
    auto store = open();
    for (uint64_t minute = 0; minute < 2 * 24 * 60; ++minute, clock_.advance(1min)) {
      for (uint64_t value = 0; value < 5; ++value)
        take(*store, 0.1 * static_cast<double>(1 + (minute * 7 + value) % 23));
      if (minute % 60 != 0) continue;
      Observation failed = numbered(1 + minute / 60, clock_.now());
      failed.state = TerminalState::truncated;
      store->take(failed);
      store->keep_noun({{Noun::finding, 1 + minute / 60}, clock_.now(), "{}"});
      store->flush();
    }
    for (int i = 0; i < 50; ++i) store->flush();
    before_ = see(*store);
    store.reset();
    for (const char* name : {"store.db", "observations.ring"}) files_[name] = bytes_of(file(name));
  }

  // The files as they were, but for one bit of NAME.
  void turn_bit(const std::string& name, size_t bit) {
    std::filesystem::remove_all(data_dir());
    std::filesystem::create_directories(data_dir());
    for (auto [each, bytes] : files_) {
      if (each == name) bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
      std::ofstream(file(each.c_str()), std::ios::binary) << bytes;
    }
  }

  struct Seen {
    std::vector<std::array<double, 5>> buckets;  // count, sum, min, max, median
    size_t newest = 0, kept = 0, findings = 0;
  };
  // To one percent: the lowest bits of a number in the open hour tell nothing that could be checked.
  static bool same(const Seen& one, const Seen& other) {
    const auto near = [](const auto& left, const auto& right) {
      return std::equal(left.begin(), left.end(), right.begin(),
                        [](double a, double b) { return std::abs(a - b) <= 0.011 * std::abs(b); });
    };
    return one.newest == other.newest && one.kept == other.kept && one.findings == other.findings &&
           std::equal(one.buckets.begin(), one.buckets.end(), other.buckets.begin(), other.buckets.end(),
                      near);
  }
  Seen see(const Store& store) const {
    Seen seen;
    for (const Duration grain : {Duration(10s), Duration(1min), Duration(1h)})
      for (const Bucket& bucket : store.read(ttft, grain, clock_.now() - 100h, clock_.now()).buckets)
        seen.buckets.push_back(
            {bucket.count, bucket.sum, bucket.min, bucket.max, bucket.sketch.quantile(0.5).value_or(0)});
    seen.newest = store.newest(1'000, 100h).size();
    seen.kept = store.kept_observations(clock_.now() - 100h, clock_.now(), 1'000).size();
    seen.findings = store.nouns(Noun::finding, clock_.now() - 100h, clock_.now(), 1'000).size();
    return seen;
  }

  bool check_finds_something() const {
    const auto report = check_store(data_dir());
    return !report || !report->faults.empty();
  }
  // Takes and gives back as if nothing had been there, whatever its file has met.
  void expect_life(Store& store) {
    take(store, 1);
    const auto buckets = store.read(ttft, 10s, clock_.now(), clock_.now() + 1s).buckets;
    ASSERT_EQ(buckets.size(), 1U);
    EXPECT_EQ(buckets[0].count, 1);
    store.flush();
    store.take(numbered(store.next_observation_number(), clock_.now()));
    EXPECT_GE(store.newest(1'000, 100h).size(), 1U);
  }

  std::map<std::string, std::string> files_;
  Seen before_;
};

TEST_F(StoreDamageTest, OneBitOfTheDatabaseCostsWhatItTellsAndIsFound) {
  constexpr size_t places = 200;
  const size_t bits = files_["store.db"].size() * 8;
  size_t noticed = 0;
  for (size_t place = 0; place < places; ++place) {
    SCOPED_TRACE(place);
    turn_bit("store.db", place * bits / places + place * 13 % 8);
    const bool found = check_finds_something();
    const auto store = open();
    const bool as_before = same(see(*store), before_);
    EXPECT_TRUE(as_before || found);
    noticed += as_before ? 0 : 1;
    expect_life(*store);
    EXPECT_EQ(store->statistics().trouble.empty(), !std::filesystem::exists(file("store.db.damaged")));
  }
  EXPECT_GT(noticed, places / 4) << "or nothing was tested";
}

TEST_F(StoreDamageTest, AWipedPageNeverStopsTheStart) {
  constexpr size_t page = 2048;
  const std::string sound = files_["store.db"];
  for (size_t at = page; at + page <= sound.size(); at += page) {
    SCOPED_TRACE(at / page);
    files_["store.db"].replace(at, page, page, '\0');
    turn_bit("", 0);  // writes the files
    const auto store = open();
    expect_life(*store);
    files_["store.db"] = sound;
  }
}

// Of all but the roots of tables: they are few, and so are all pages of this file.
TEST_F(StoreDamageTest, ANumberOfTheFormatThatNeverWasIsDamageToo) {
  std::fstream file(data_dir() + "/store.db", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(44);
  file.write("\x7f\x7f\x7f\x7f", 4);
  file.close();
  const auto store = open();
  expect_life(*store);
  EXPECT_TRUE(std::filesystem::exists(data_dir() + "/store.db.damaged")) << "it is set aside";
}

// The header and the list of the tables stand on it; nothing else does.
TEST_F(StoreDamageTest, TheFirstPageCostsNothing) {
  for (const size_t size : {size_t{20}, size_t{100}, size_t{2048}}) {
    SCOPED_TRACE(size);
    const std::string sound = files_["store.db"];
    files_["store.db"].replace(0, size, size, '\x55');
    turn_bit("", 0);
    const auto store = open();
    EXPECT_TRUE(same(see(*store), before_));
    expect_life(*store);
    files_["store.db"] = sound;
  }
}

TEST_F(StoreDamageTest, AWipedPageCostsLittleOfWhatWasThere) {
  constexpr size_t page = 2048;
  const std::string sound = files_["store.db"];
  const auto counted = [](const Seen& seen) {
    double count = 0;
    for (const auto& bucket : seen.buckets) count += bucket[0];
    return count;
  };
  size_t costly = 0;
  for (size_t at = page; at + page <= sound.size(); at += page) {
    SCOPED_TRACE(at / page);
    files_["store.db"].replace(at, page, page, '\0');
    turn_bit("", 0);
    auto store = open();
    expect_life(*store);
    (void)see(*store);  // may find what no flush finds
    store->flush();
    const Seen now = see(*store);
    const bool little = counted(now) > 0.65 * counted(before_) && now.findings + 5 > before_.findings;
    costly += little ? 0 : 1;
    files_["store.db"] = sound;
  }
  EXPECT_LE(costly, 5U) << "of " << sound.size() / page;
}

// Found only by writing: the root of an index, say, which no start reads. What the damaged file took before
// it was found lies in it.
TEST_F(StoreDamageTest, WhatIsTakenAfterAWipedPageIsThereAtTheNextStart) {
  constexpr size_t page = 2048;
  const std::string sound = files_["store.db"];
  size_t found_by_writing = 0;
  for (size_t at = page; at + page <= sound.size(); at += page) {
    SCOPED_TRACE(at / page);
    files_["store.db"].replace(at, page, page, '\0');
    turn_bit("", 0);
    auto store = open();
    const bool at_start = !store->statistics().trouble.empty();
    expect_life(*store);
    clock_.advance(1min);
    take(*store, 2);
    store->keep_noun({{Noun::finding, 7'000}, clock_.now(), "{}"});
    store->flush();
    found_by_writing += !at_start && !store->statistics().trouble.empty() ? 1 : 0;
    store.reset();
    store = open();
    const auto buckets = store->read(ttft, 10s, clock_.now(), clock_.now() + 1s).buckets;
    ASSERT_EQ(buckets.size(), 1U);
    EXPECT_EQ(buckets[0].count, 1);
    EXPECT_TRUE(store->noun({Noun::finding, 7'000}));
    files_["store.db"] = sound;
  }
  EXPECT_GT(found_by_writing, 0U) << "or nothing was tested";
}

TEST_F(StoreDamageTest, OneBitOfTheRingCostsOneRequest) {
  const size_t bits = files_["observations.ring"].size() * 8;
  for (size_t place = 0; place < 50; ++place) {
    SCOPED_TRACE(place);
    turn_bit("observations.ring", place * bits / 50 + place * 13 % 8);
    const auto store = open();
    EXPECT_GE(see(*store).newest + 1, before_.newest);
    expect_life(*store);
  }
}

}  // namespace foreshock::store::store_damage_test
