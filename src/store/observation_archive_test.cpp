#include "store/observation_archive.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/schema.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::observation_archive_test {

using namespace std::chrono_literals;

const Instant start{1'800'000'000s};

class ObservationArchiveTest : public ::testing::Test {
 protected:
  ObservationArchiveTest() { open({}); }

  Connection connect() { return open_store_file((folder_.path() / "store.db").string()).value(); }
  void open(const ArchiveLimits& limits) {
    archive_ = ObservationArchive::open(writing_, reading_, ring_, limits).value();
  }
  void take(uint64_t number, TerminalState state = TerminalState::ok, Instant end = start) {
    Observation observation;
    observation.id.number = number;
    observation.state = state;
    observation.status = 200;
    observation.model = "model";
    observation.stamps.end = end;
    ring_.take(observation);
    archive_->take(observation);
  }
  void flush(Instant now = start, bool succeeds = true) {
    ASSERT_TRUE(writing_.run("BEGIN IMMEDIATE"));
    ASSERT_TRUE(archive_->stage(now));
    ASSERT_TRUE(writing_.run(succeeds ? "COMMIT" : "ROLLBACK"));
    archive_->settle(succeeds);
  }
  int64_t count(std::string_view reason) {
    return reading_.integer(fmt::format("SELECT count(*) FROM observation WHERE reason = '{}'", reason))
        .value();
  }

  testkit::TemporaryFolder folder_;
  ObservationRing ring_{RingFile::open((folder_.path() / "ring").string(), Bytes{1 << 20}).value()};
  Connection reading_ = connect(), writing_ = connect();
  std::unique_ptr<ObservationArchive> archive_;
};

TEST_F(ObservationArchiveTest, KeepsEveryFailure) {
  open({.share = Ratio{0}});
  take(1);
  take(2, TerminalState::truncated);
  take(3, TerminalState::inband_error, start + 1s);
  flush();
  EXPECT_EQ(count("failure"), 2);
  const auto kept = archive_->list(start, start + 1h, 10);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].id.number, 3U) << "last first";
  EXPECT_EQ(kept[1].state, TerminalState::truncated);
  EXPECT_EQ(kept[1].model, "model");
  EXPECT_EQ(archive_->list(start, start + 1s, 10).size(), 1U);
  EXPECT_EQ(archive_->list(start, start + 1h, 1).size(), 1U);
}

TEST_F(ObservationArchiveTest, KeepsAnEvenShareOfTheRest) {
  for (uint64_t number = 1; number <= 10'000; ++number) take(number);
  flush();
  EXPECT_NEAR(static_cast<double>(count("share")), 200, 60) << "2 %, 4 standard deviations";
  const int64_t early = reading_.integer("SELECT count(*) FROM observation WHERE number <= 5000").value();
  EXPECT_NEAR(static_cast<double>(early), 100, 40);
}

TEST_F(ObservationArchiveTest, KeepsWhatIsReferredTo) {
  open({.share = Ratio{0}});
  for (uint64_t number = 1; number <= 1'000; ++number) take(number);
  take(1'001, TerminalState::truncated);
  flush();
  archive_->keep({Noun::observation, 500}, "finding-0000000000000001");
  archive_->keep({Noun::observation, 1'001}, "verdict-0000000000000002");
  archive_->keep({Noun::observation, 7'777}, "finding-0000000000000001");
  archive_->keep({Noun::event, 3}, "not an observation");
  flush();
  EXPECT_EQ(archive_->find({Noun::observation, 500})->id.number, 500U);
  EXPECT_EQ(count("finding-0000000000000001"), 1) << "one was never there";
  EXPECT_EQ(count("verdict-0000000000000002"), 1) << "it was kept as a failure before";
  EXPECT_EQ(count("failure"), 0);
  EXPECT_FALSE(archive_->find({Noun::observation, 501}));
}

TEST_F(ObservationArchiveTest, TheOldestGoWhenThereAreTooMany) {
  open({.share = Ratio{1}, .size = Bytes{200'000}});
  for (uint64_t number = 1; number <= 3'000; ++number) {
    take(number, TerminalState::ok, start + std::chrono::seconds(number));
    if (number % 100 == 0) flush();
  }
  const int64_t bytes = reading_.integer("SELECT value FROM figure WHERE name = 'observation_bytes'").value();
  EXPECT_LE(bytes, 200'000);
  EXPECT_GT(bytes, 50'000);
  EXPECT_EQ(reading_.integer("SELECT sum(length(record) + 48) FROM observation").value(), bytes);
  EXPECT_TRUE(archive_->find({Noun::observation, 3'000}));
  EXPECT_FALSE(archive_->find({Noun::observation, 1}));
}

TEST_F(ObservationArchiveTest, ForgetsAfterItsTime) {
  take(1, TerminalState::truncated);
  flush();
  flush(start + 35 * day);
  EXPECT_TRUE(archive_->find({Noun::observation, 1}));
  flush(start + 35 * day + 1s);
  EXPECT_FALSE(archive_->find({Noun::observation, 1}));
  EXPECT_EQ(reading_.integer("SELECT value FROM figure WHERE name = 'observation_bytes'").value(), 0);
}

TEST_F(ObservationArchiveTest, WhatWasNotSavedWaits) {
  take(1, TerminalState::truncated);
  flush(start, false);
  EXPECT_FALSE(archive_->find({Noun::observation, 1}));
  flush();
  EXPECT_TRUE(archive_->find({Noun::observation, 1}));
}

TEST_F(ObservationArchiveTest, WaitsForTheDiskWithinBounds) {
  open({.share = Ratio{1}});
  for (uint64_t number = 1; number <= 20'010; ++number) take(number);
  EXPECT_EQ(archive_->dropped(), 10U);
}

}  // namespace foreshock::store::observation_archive_test
