#include "store/flusher.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "store/file_size_limit_test.h"
#include "store/schema.h"
#include "store/series_reader.h"
#include "store/series_writer.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::flusher_test {

using namespace std::chrono_literals;

const SeriesKey ttft{"ttft", {}};

class FlusherTest : public ::testing::Test {
 protected:
  Connection connect() { return open_store_file(path()).value(); }
  std::string path() const { return (folder_.path() / "store.db").string(); }

  void take(Instant at) {
    const Sample sample{ttft, at, 1, 1};
    table_.take(std::span(&sample, 1), clock_.now());
  }
  double on_disk() {
    const auto buckets = reader_.read(ttft, 10s, Instant{}, clock_.now() + 1s).value();
    double count = 0;
    for (const Bucket& bucket : buckets) count += bucket.count;
    return count;
  }

  testkit::TemporaryFolder folder_;
  VirtualClock clock_{Instant{1'000'000s}};
  std::mutex committing_;
  BucketTable table_{SeriesLimits{}, {}};
  Connection reading_ = connect(), writing_ = connect();
  SeriesReader reader_ = SeriesReader::open(reading_).value();
  std::unique_ptr<WaitingSeries> series_ = WaitingSeries::open(table_, writing_).value();
  Flusher flusher_{
      writing_, {series_.get()}, Keeper::open(writing_, Retention{}).value(), committing_, clock_};
};

TEST_F(FlusherTest, BringsSamplesToDiskOnce) {
  take(clock_.now());
  EXPECT_EQ(on_disk(), 0);
  flusher_.flush();
  flusher_.flush();
  EXPECT_EQ(on_disk(), 1);
  EXPECT_TRUE(table_.read(ttft, 10s, Instant{}, clock_.now() + 1s).empty());
  clock_.advance(3s);
  flusher_.flush();
  EXPECT_EQ(flusher_.statistics().last_flush, clock_.now()) << "also when there was nothing to do";
}

TEST_F(FlusherTest, AFullDiskCostsNothingButTime) {
  take(clock_.now());
  flusher_.flush();
  const auto before = flusher_.statistics().last_flush;
  {
    const FileSizeLimit full_disk(512);
    for (int i = 0; i < 3; ++i) {
      clock_.advance(1s);
      take(clock_.now());
      flusher_.flush();
    }
    EXPECT_EQ(flusher_.statistics().write_errors, 3U);
    EXPECT_EQ(flusher_.statistics().last_flush, before);
    EXPECT_EQ(flusher_.statistics().trouble.find("samples wait in memory: SQLite cannot use"), 0U)
        << flusher_.statistics().trouble;
  }
  flusher_.flush();
  EXPECT_EQ(flusher_.statistics().trouble, "");
  EXPECT_EQ(flusher_.statistics().write_errors, 3U);
  EXPECT_EQ(on_disk(), 4);
}

TEST_F(FlusherTest, AFileHeldByAnotherProgramCostsNothingButTime) {
  Connection other = connect();
  ASSERT_TRUE(other.run("BEGIN IMMEDIATE"));
  take(clock_.now());
  flusher_.flush();
  EXPECT_EQ(flusher_.statistics().write_errors, 1U);
  ASSERT_TRUE(other.run("ROLLBACK"));
  flusher_.flush();
  EXPECT_EQ(on_disk(), 1);
}

}  // namespace foreshock::store::flusher_test
