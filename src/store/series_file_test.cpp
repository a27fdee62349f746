// The writer and the reader of one file.
#include <gtest/gtest.h>

#include "store/schema.h"
#include "store/series_reader.h"
#include "store/series_writer.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::series_file_test {

using namespace std::chrono_literals;

const Instant start{1'000'000s};
const SeriesKey ttft{"ttft", {}};
const SeriesKey ttft_of_a{"ttft", {"model", "a"}};

Bucket bucket_at(Duration after, std::initializer_list<double> values) {
  Bucket bucket;
  bucket.start = start + after;
  for (double value : values) bucket.add(value, 1, true);
  return bucket;
}

class SeriesFileTest : public ::testing::Test {
 protected:
  Connection connect() { return open_store_file((folder_.path() / "store.db").string()).value(); }

  void add(const SeriesKey& key, std::vector<Bucket> buckets) {
    const BucketTable::Unsaved delta{&key, &buckets};
    const auto added = writer_.add(std::span(&delta, 1));
    ASSERT_TRUE(added) << added.error().text();
  }
  void begin() { ASSERT_TRUE(writing_.run("BEGIN IMMEDIATE")); }
  void commit() {
    ASSERT_TRUE(writing_.run("COMMIT"));
    begin();
  }
  std::vector<Bucket> read(const SeriesKey& key, Duration from = 0s, Duration to = 100h) {
    return reader_.read(key, 10s, start + from, start + to).value();
  }

  testkit::TemporaryFolder folder_;
  void SetUp() override { begin(); }

  Connection reading_ = connect(), writing_ = connect();
  SeriesWriter writer_ = SeriesWriter::open(writing_).value();
  SeriesReader reader_ = SeriesReader::open(reading_).value();
};

TEST_F(SeriesFileTest, AddsDeltasToWhatIsThere) {
  add(ttft, {bucket_at(0s, {0.1, 0.2}), bucket_at(10s, {1})});
  commit();
  add(ttft, {bucket_at(0s, {0.4})});
  commit();
  const auto buckets = read(ttft);
  ASSERT_EQ(buckets.size(), 2U);
  const Bucket whole = bucket_at(0s, {0.1, 0.2, 0.4});
  EXPECT_EQ(buckets[0].start, whole.start);
  EXPECT_EQ(buckets[0].count, 3);
  EXPECT_DOUBLE_EQ(buckets[0].sum, whole.sum);
  EXPECT_EQ(buckets[0].min, 0.1);
  EXPECT_EQ(buckets[0].max, 0.4);
  EXPECT_EQ(buckets[0].sketch, whole.sketch);
  EXPECT_EQ(buckets[1].start, start + 10s);
}

TEST_F(SeriesFileTest, KeepsSeriesApart) {
  add(ttft, {bucket_at(0s, {1})});
  add(ttft_of_a, {bucket_at(0s, {2})});
  commit();
  EXPECT_EQ(read(ttft).at(0).sum, 1);
  EXPECT_EQ(read(ttft_of_a).at(0).sum, 2);
  EXPECT_TRUE(read({"ttft", {"model", "b"}}).empty());
  EXPECT_EQ(reader_.series_since(Instant{}).value().size(), 2U);
}

TEST_F(SeriesFileTest, ReadsTheHalfOpenRangeAndSkipsHoles) {
  add(ttft, {bucket_at(0s, {1}), bucket_at(10s, {2}), bucket_at(1h, {3})});
  commit();
  EXPECT_EQ(read(ttft, 0s, 10s).size(), 1U);
  EXPECT_EQ(read(ttft, 1s, 20s).size(), 1U) << "a bucket that began before FROM is out";
  EXPECT_EQ(read(ttft, 10s, 1h + 1s).size(), 2U);
  EXPECT_EQ(reader_.read(ttft, 10s, Instant{}, Instant{4'000'000'000s}).value().size(), 3U) << "at once";
}

TEST_F(SeriesFileTest, ShowsNothingBeforeTheCommit) {
  add(ttft, {bucket_at(0s, {1})});
  EXPECT_TRUE(read(ttft).empty());
  ASSERT_TRUE(writing_.run("ROLLBACK"));
  writer_.forget_ids();
  begin();
  EXPECT_TRUE(read(ttft).empty());
  add(ttft, {bucket_at(0s, {1})});
  commit();
  EXPECT_EQ(read(ttft).size(), 1U) << "a rolled-back series is made again";
}

TEST_F(SeriesFileTest, ADamagedSketchCostsOnlyTheQuantiles) {
  add(ttft, {bucket_at(0s, {1})});
  ASSERT_TRUE(writing_.run("UPDATE bucket SET sketch = x'09ff'"));
  commit();
  EXPECT_EQ(read(ttft).at(0).sum, 1);
  EXPECT_TRUE(read(ttft).at(0).sketch.empty());
}

}  // namespace foreshock::store::series_file_test
