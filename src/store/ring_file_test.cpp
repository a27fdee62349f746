#include "store/ring_file.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
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

// A record as version 1 had it.
ObservationRecord record_of_version_1(uint64_t number) {
  ObservationRecord record{};
  const auto put = [&](size_t offset, auto value) {
    std::memcpy(record.data() + offset, &value, sizeof value);
  };
  put(0, number);
  put(8, int64_t{5'000'000'000});   // end
  put(16, int64_t{4'000'000'000});  // accepted
  for (size_t offset = 24; offset < 128; offset += 8) put(offset, std::numeric_limits<int64_t>::min());
  put(112, int64_t{32});  // output tokens
  put(128, int64_t{31});  // token-bearing events
  put(136, int64_t{5});   // messages
  put(144, 10.0);         // weight
  put(152, int32_t{200});
  put(156, uint8_t{2});  // truncated
  put(159, uint8_t{1});  // stream
  std::memcpy(record.data() + 160, "/v1/chat", 8);
  std::memcpy(record.data() + 208, "qwen3", 5);
  std::memcpy(record.data() + 464, "stop", 4);
  return record;
}

TEST_F(RingFileTest, AFileThatIsCutShortWhileItIsOpenBeginsAnew) {
  {
    ObservationRing ring(open());
    for (uint64_t number = 1; number <= 5; ++number) ring.take(numbered(number));
    std::filesystem::resize_file(path(), 0);
    EXPECT_TRUE(numbers_in(ring).empty());
    std::filesystem::resize_file(path(), 100);
    ring.take(numbered(6));
    EXPECT_EQ(numbers_in(ring), std::vector<uint64_t>{6});
  }
  EXPECT_EQ(numbers_in(ObservationRing(open())), std::vector<uint64_t>{6});
}

TEST_F(RingFileTest, BringsVersion1UpToDate) {
  std::string bytes(4096 + 8 * 512, '\0');
  const auto file = std::as_writable_bytes(std::span(bytes));
  ring_format::write_header(file);
  bytes[8] = 1;
  for (uint64_t number = 1; number <= 3; ++number)
    ring_format::write_slot(ring_format::slot_at(file, number - 1), number, record_of_version_1(number));
  std::ofstream(path(), std::ios::binary) << bytes;

  const ObservationRing ring(open());
  EXPECT_EQ(ring.next_number(), 4U);
  const auto newest = ring.newest(10, Instant{});
  ASSERT_EQ(newest.size(), 3U);
  const Observation& observation = newest[0];
  EXPECT_EQ(observation.id.number, 3U);
  EXPECT_EQ(observation.stamps.end, Instant{5s});
  EXPECT_EQ(observation.stamps.accepted, Instant{4s});
  EXPECT_FALSE(observation.stamps.done);
  EXPECT_EQ(observation.tokens.output, 32);
  EXPECT_FALSE(observation.tokens.prompt);
  EXPECT_EQ(observation.token_events, 31);
  EXPECT_EQ(observation.turns, 5);
  EXPECT_EQ(observation.weight, 10);
  EXPECT_EQ(observation.status, 200);
  EXPECT_EQ(observation.state, TerminalState::truncated);
  EXPECT_TRUE(observation.stream);
  EXPECT_EQ(observation.endpoint, "/v1/chat");
  EXPECT_EQ(observation.model, "qwen3");
  EXPECT_EQ(observation.finish_reason, "stop");
  EXPECT_FALSE(std::filesystem::exists(path() + ".damaged"));
}

TEST_F(RingFileTest, RefusesANewerVersion) {
  open();
  overwrite(8, "\x03");
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
