// What a store does when its files cannot be used.
#include <filesystem>
#include <fstream>

#include "store/file_size_limit_test.h"
#include "store/sqlite.h"
#include "store/store_test.h"

namespace foreshock::store::store_files_test {

using namespace std::chrono_literals;

TEST_F(StoreTest, SetsADamagedFileAsideAndBeginsANewOne) {
  std::filesystem::create_directories(data_dir());
  for (const char* aside : {"store.db.damaged", "store.db.damaged-2"}) {
    std::ofstream(file("store.db")) << std::string(5'000, 'x');
    const auto store = open();
    EXPECT_FALSE(store->statistics().in_memory);
    EXPECT_NE(store->statistics().trouble.find(file(aside)), std::string::npos)
        << store->statistics().trouble;
    EXPECT_EQ(std::filesystem::file_size(file(aside)), 5'000U) << "untouched";
    take(*store, 1);
    EXPECT_EQ(read(*store, 10s).size(), 1U);
  }
  EXPECT_EQ(open()->statistics().trouble, "") << "the new one is sound";
}

TEST_F(StoreTest, SetsATruncatedFileAside) {
  {
    const auto store = open();
    for (int i = 0; i < 500; ++i, clock_.advance(10s)) take(*store, i);
  }
  ASSERT_GT(std::filesystem::file_size(file("store.db")), 20'000U);
  std::filesystem::resize_file(file("store.db"), 9'000);
  const auto store = open();
  EXPECT_NE(store->statistics().trouble.find("malformed"), std::string::npos) << store->statistics().trouble;
  EXPECT_EQ(std::filesystem::file_size(file("store.db.damaged")), 9'000U);
}

// Whatever takes the place of the disk must do all that the disk does, until the process ends.
void expect_life_in_memory(Store& store, const VirtualClock& clock, std::string_view why) {
  EXPECT_TRUE(store.statistics().in_memory);
  EXPECT_NE(store.statistics().trouble.find(why), std::string::npos) << store.statistics().trouble;
  const Sample sample{ttft, clock.now(), 1, 1};
  store.take(std::span(&sample, 1));
  store.take(numbered(1, clock.now()));
  store.keep_noun({{Noun::finding, 1}, clock.now(), "{}"});
  store.flush();
  EXPECT_EQ(store.statistics().write_errors, 0U);
  for (const Duration grain : {Duration(1s), Duration(10s), Duration(1min), Duration(1h)})
    EXPECT_EQ(store.read(ttft, grain, clock.now() - 2h, clock.now() + 1s).buckets.size(), 1U);
  EXPECT_EQ(store.newest(10, 1h).size(), 1U);
  EXPECT_TRUE(store.noun({Noun::finding, 1}));
}

TEST_F(StoreTest, LivesInMemoryWhereNoFolderCanBeMade) {
  std::ofstream((folder_.path() / "made").string()) << "a file in the way";
  expect_life_in_memory(*open(), clock_, data_dir());
}

TEST_F(StoreTest, LivesInMemoryWhereAFolderTakesNoFiles) {
  options_.data_dir = "/proc/self";  // refuses root as well
  expect_life_in_memory(*Store::open(options_, clock_, test_signals).value(), clock_,
                        "/proc/self/observations.ring");
}

TEST_F(StoreTest, LivesInMemoryWhereTheDiskIsFull) {
  const FileSizeLimit full_disk(4'096);
  expect_life_in_memory(*open(), clock_, "reserve");
}

TEST_F(StoreTest, LivesInMemoryWhereTheFileCannotBeUsed) {
  std::filesystem::create_directories(file("store.db"));
  expect_life_in_memory(*open(), clock_, "store.db");
  EXPECT_TRUE(std::filesystem::is_directory(file("store.db")));
}

TEST_F(StoreTest, RefusesANewerFormat) {
  open();
  ASSERT_TRUE(Connection::open(file("store.db"), 1s).value().run("PRAGMA user_version = 5"));
  const Error error = refusal();
  EXPECT_EQ(error.code(), Code::newer_format);
  EXPECT_NE(error.what().find("format 5"), std::string::npos) << error.what();
}

TEST_F(StoreTest, RefusesTheFileOfAnotherProgram) {
  std::filesystem::create_directories(data_dir());
  ASSERT_TRUE(Connection::open(file("store.db"), 1s).value().run("CREATE TABLE mine(x)"));
  EXPECT_NE(refusal().what().find("another program"), std::string::npos);
}

}  // namespace foreshock::store::store_files_test
