#include "store/noun_shelf.h"

#include <gtest/gtest.h>

#include "store/schema.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::noun_shelf_test {

using namespace std::chrono_literals;

const Instant start{1'000'000s};

KeptNoun finding(uint64_t number, Duration after, std::string body = "{}") {
  return {{Noun::finding, number}, start + after, std::move(body)};
}

class NounShelfTest : public ::testing::Test {
 protected:
  Connection connect() { return open_store_file((folder_.path() / "store.db").string()).value(); }

  void flush(bool succeeds = true) {
    ASSERT_TRUE(writing_.run("BEGIN IMMEDIATE"));
    ASSERT_TRUE(shelf_->stage(start));
    ASSERT_TRUE(writing_.run(succeeds ? "COMMIT" : "ROLLBACK"));
    shelf_->settle(succeeds);
  }
  std::vector<uint64_t> numbers(Duration from = 0s, Duration to = 1h, size_t limit = 100) const {
    std::vector<uint64_t> numbers;
    for (const KeptNoun& noun : shelf_->list(Noun::finding, start + from, start + to, limit))
      numbers.push_back(noun.id.number);
    return numbers;
  }

  testkit::TemporaryFolder folder_;
  Connection reading_ = connect(), writing_ = connect();
  std::unique_ptr<NounShelf> shelf_ = NounShelf::open(writing_, reading_).value();
};

TEST_F(NounShelfTest, GivesBackWhatItKeepsBeforeAndAfterAFlush) {
  shelf_->keep(finding(7, 1s, R"({"a":"é"})"));
  for (int flushes = 0; flushes < 2; ++flushes, flush()) {
    const auto found = shelf_->find({Noun::finding, 7});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->at, start + 1s);
    EXPECT_EQ(found->body, R"({"a":"é"})");
    EXPECT_FALSE(shelf_->find({Noun::verdict, 7}));
    EXPECT_EQ(shelf_->next_number(Noun::finding), 8U);
    EXPECT_EQ(shelf_->next_number(Noun::verdict), 1U);
  }
}

TEST_F(NounShelfTest, ListsTheNewestFirstWithinTheTime) {
  for (uint64_t number = 1; number <= 4; ++number) {
    shelf_->keep(finding(number, std::chrono::seconds(number)));
    if (number == 2) flush();
  }
  EXPECT_EQ(numbers(), (std::vector<uint64_t>{4, 3, 2, 1}));
  EXPECT_EQ(numbers(2s, 4s), (std::vector<uint64_t>{3, 2}));
  EXPECT_EQ(numbers(0s, 1h, 3), (std::vector<uint64_t>{4, 3, 2}));
}

TEST_F(NounShelfTest, TheLatestOfAnIdReplacesTheOthers) {
  shelf_->keep(finding(1, 1s, "old"));
  flush();
  shelf_->keep(finding(1, 2s, "new"));
  EXPECT_EQ(shelf_->find({Noun::finding, 1})->body, "new");
  EXPECT_EQ(numbers(0s, 2s), std::vector<uint64_t>{}) << "it moved";
  flush();
  EXPECT_EQ(shelf_->find({Noun::finding, 1})->body, "new");
  EXPECT_EQ(numbers(), std::vector<uint64_t>{1});
}

TEST_F(NounShelfTest, WhatWasNotSavedWaits) {
  shelf_->keep(finding(1, 1s, "old"));
  flush(false);
  EXPECT_EQ(numbers(), std::vector<uint64_t>{1});
  flush();
  EXPECT_EQ(reading_.integer("SELECT count(*) FROM noun WHERE kind = 'finding'").value(), 1);
}

TEST_F(NounShelfTest, NumbersMayUseAll64Bits) {
  const Identity id{Noun::event, 0x7FFFFFFFFFFFFFFF};
  shelf_->keep({id, start, "{}"});
  flush();
  EXPECT_TRUE(shelf_->find(id));
}

}  // namespace foreshock::store::noun_shelf_test
