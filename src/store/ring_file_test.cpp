#include "store/ring_file.h"

#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "store/file_size_limit_test.h"
#include "store/observation_ring.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::ring_file_test {

using namespace std::chrono_literals;

constexpr Bytes eight_records{8 * 512};

class RingFileTest : public ::testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "observations.ring").string(); }

  RingFile open(Bytes size = eight_records) {
    auto ring = RingFile::open(path(), size);
    EXPECT_TRUE(ring) << ring.error().text();
    return std::move(ring).value();
  }

  void overwrite(size_t offset, std::string_view bytes) {
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  testkit::TemporaryFolder folder_;
};

Observation numbered(uint64_t number) {
  Observation observation;
  observation.id.number = number;
  observation.stamps.end = Instant{std::chrono::seconds(number)};
  return observation;
}

std::vector<uint64_t> numbers_in(const ObservationRing& ring, size_t limit = 100, Instant since = Instant{}) {
  std::vector<uint64_t> numbers;
  for (const auto& observation : ring.newest(limit, since)) numbers.push_back(observation.id.number);
  return numbers;
}

using Numbers = std::vector<uint64_t>;

TEST_F(RingFileTest, OverwritesTheOldestAndGivesTheNewestFirst) {
  ObservationRing ring(open());
  EXPECT_EQ(ring.next_number(), 1U);
  for (uint64_t number = 1; number <= 11; ++number) ring.take(numbered(number));
  EXPECT_EQ(numbers_in(ring), (Numbers{11, 10, 9, 8, 7, 6, 5, 4}));
  EXPECT_EQ(numbers_in(ring, 2), (Numbers{11, 10}));
  EXPECT_EQ(numbers_in(ring, 100, Instant{9s}), (Numbers{11, 10, 9}));
  EXPECT_EQ(ring.kept(), 8U);
}

TEST_F(RingFileTest, FindsWhatIsNewEnoughBehindSomeThatAreNot) {
  ObservationRing ring(open(Bytes{4'000 * 512}));
  ring.take(numbered(1'000'000));
  ring.take(numbered(2));
  ring.take(numbered(3));
  EXPECT_EQ(numbers_in(ring, 100, Instant{9s}), (Numbers{1'000'000}));
  for (int i = 0; i < 1'000; ++i) ring.take(numbered(4));
  EXPECT_EQ(numbers_in(ring, 100, Instant{9s}), Numbers{}) << "a thousand old ones end the search";
}

TEST_F(RingFileTest, GoesOnWhereItStopped) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 11; ++number) ring.take(numbered(number));
  }
  ObservationRing ring(open());
  EXPECT_EQ(ring.next_number(), 12U);
  EXPECT_EQ(ring.kept(), 8U);
  ring.take(numbered(12));
  EXPECT_EQ(numbers_in(ring), (Numbers{12, 11, 10, 9, 8, 7, 6, 5}));
}

TEST_F(RingFileTest, DropsARecordWhoseBytesChanged) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 4; ++number) ring.take(numbered(number));
  }
  overwrite(4096 + 512 + 100, "?");
  overwrite(4096 + 3 * 512, std::string(8, '\0'));  // killed before the sequence was written
  ObservationRing ring(open());
  EXPECT_EQ(numbers_in(ring), (Numbers{3, 1}));
  EXPECT_EQ(ring.next_number(), 4U);
}

TEST_F(RingFileTest, SurvivesRandomBytesAnywhere) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 8; ++number) ring.take(numbered(number));
  }
  std::mt19937_64 random(5);
  std::string noise(2 * 512, '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  overwrite(4096 + 512 * 3 + 17, noise);  // over records 4, 5 and 6
  EXPECT_EQ(numbers_in(ObservationRing(open())), (Numbers{8, 7, 3, 2, 1}));
}

TEST_F(RingFileTest, SetsADamagedHeaderAsideAndKeepsTheRecords) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 3; ++number) ring.take(numbered(number));
  }
  overwrite(0, "not a ring");
  EXPECT_EQ(numbers_in(ObservationRing(open())), (Numbers{3, 2, 1}));
  EXPECT_TRUE(std::filesystem::exists(path() + ".damaged"));
  EXPECT_EQ(numbers_in(ObservationRing(open())), (Numbers{3, 2, 1})) << "mended for good";
}

TEST_F(RingFileTest, KeepsTheNewestWhenItsSizeChanges) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 11; ++number) ring.take(numbered(number));
  }
  EXPECT_EQ(numbers_in(ObservationRing(open(Bytes{3 * 512}))), (Numbers{11, 10, 9}));
  ObservationRing grown(open(Bytes{100 * 512}));
  grown.take(numbered(12));
  EXPECT_EQ(numbers_in(grown), (Numbers{12, 11, 10, 9}));
}

TEST_F(RingFileTest, KeepsWhatATruncatedFileHolds) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 8; ++number) ring.take(numbered(number));
  }
  std::filesystem::resize_file(path(), 4096 + 2 * 512 + 5);
  EXPECT_EQ(numbers_in(ObservationRing(open())), (Numbers{2, 1}));
}

TEST_F(RingFileTest, RefusesANewerVersion) {
  open();
  overwrite(8, "\x02");
  const auto ring = RingFile::open(path(), eight_records);
  ASSERT_FALSE(ring);
  EXPECT_EQ(ring.error().code(), Code::newer_format);
  EXPECT_NE(ring.error().what().find(path()), std::string::npos);
}

TEST_F(RingFileTest, RefusesAFileThatAnotherHolds) {
  const RingFile first = open();
  const auto second = RingFile::open(path(), eight_records);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Code::bad_config);
  EXPECT_NE(second.error().what().find("in use"), std::string::npos);
}

TEST_F(RingFileTest, SaysThatTheDiskIsTooSmall) {
  const FileSizeLimit full_disk(5'000);
  const auto ring = RingFile::open(path(), eight_records);
  ASSERT_FALSE(ring);
  EXPECT_EQ(ring.error().code(), Code::io);
  EXPECT_NE(ring.error().what().find("reserve"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(path()), 0U);
}

}  // namespace foreshock::store::ring_file_test
