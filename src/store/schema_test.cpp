#include "store/schema.h"

#include <gtest/gtest.h>

#include "store/keeper.h"
#include "store/series_reader.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::schema_test {

using namespace std::chrono_literals;

// As version 1 made it, with two series: 25 h of one value every 10 s, and one bucket with a sketch of 0.5
// and 2.
constexpr const char* file_of_version_1 = R"(
PRAGMA journal_mode = WAL;
CREATE TABLE series(id INTEGER PRIMARY KEY, signal TEXT NOT NULL, dimension TEXT NOT NULL, value TEXT NOT NULL,
  last_used INTEGER NOT NULL, UNIQUE(signal, dimension, value)) STRICT;
CREATE TABLE bucket(start INTEGER NOT NULL, series INTEGER NOT NULL, count REAL NOT NULL, sum REAL NOT NULL,
  min REAL NOT NULL, max REAL NOT NULL, sketch BLOB, PRIMARY KEY(start, series)) STRICT, WITHOUT ROWID;
PRAGMA application_id = 1179863891;
PRAGMA user_version = 1;
INSERT INTO series VALUES(1, 'error_rate', '', '', 1800000000), (2, 'ttft', 'model', 'a', 1800000000);
WITH RECURSIVE step(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM step WHERE n < 8999)
INSERT INTO bucket SELECT 1800000000 + 10 * n, 1, 2, n % 2, 0, n % 2, NULL FROM step;
INSERT INTO bucket VALUES(1800000000, 2, 2, 2.5, 0.5, 2, x'01000243028a010200');
)";
const Instant start{1'800'000'000s};

class SchemaTest : public ::testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "store.db").string(); }
  void make_version_1(const char* more = "") {
    Connection file = Connection::open(path(), 1s).value();
    ASSERT_TRUE(file.run(file_of_version_1));
    ASSERT_TRUE(file.run(more));
  }

  testkit::TemporaryFolder folder_;
};

TEST_F(SchemaTest, MakesAFileOfItsVersion) {
  Connection file = open_store_file(path()).value();
  EXPECT_EQ(file.integer("PRAGMA user_version").value(), schema_version);
  EXPECT_EQ(file.integer("SELECT value FROM figure WHERE name = 'sealed_days'").value(), 0);
  EXPECT_TRUE(open_store_file(path())) << "and opens it again";
}

TEST_F(SchemaTest, BringsVersion1UpToDateAndLosesNothing) {
  make_version_1();
  Connection writing = open_store_file(path()).value(), reading = open_store_file(path()).value();
  EXPECT_EQ(writing.integer("PRAGMA user_version").value(), schema_version);
  SeriesReader reader = SeriesReader::open(reading).value();
  Keeper keeper = Keeper::open(writing, Retention{}).value();
  for (const bool sealed : {false, true}) {
    SCOPED_TRACE(sealed);
    const auto errors = reader.read({"error_rate", {}}, 10s, start, start + 100h).value();
    ASSERT_EQ(errors.size(), 9'000U);
    EXPECT_EQ(errors[8'999].sum, 1);
    EXPECT_EQ(errors[8'999].count, 2);
    const auto minutes = reader.read({"error_rate", {}}, 1min, start, start + 100h).value();
    ASSERT_EQ(minutes.size(), 1'500U);
    EXPECT_EQ(minutes[700].count, 12);
    EXPECT_EQ(minutes[700].sum, 3);
    const auto latency = reader.read({"ttft", {"model", "a"}}, 1h, start, start + 1h).value();
    ASSERT_EQ(latency.size(), 1U);
    EXPECT_NEAR(*latency[0].sketch.quantile(0), 0.5, 0.005);
    EXPECT_NEAR(*latency[0].sketch.quantile(1), 2, 0.02);
    for (int round = 0; round < 10 && !sealed; ++round) {
      ASSERT_TRUE(writing.run("BEGIN IMMEDIATE"));
      ASSERT_TRUE(keeper.work(start + 27h));
      ASSERT_TRUE(writing.run("COMMIT"));
    }
  }
  EXPECT_EQ(reading.integer("SELECT count(*) FROM bucket").value(), 0);
}

// With a block that version 2 wrote: all its kinds are in BlockCodec.ReadsWhatFormat2Wrote.
TEST_F(SchemaTest, BringsVersion2UpToDateAndLosesNothing) {
  {
    Connection file = open_store_file(path()).value();
    ASSERT_TRUE(file.run(R"(
INSERT INTO series VALUES(1, 'ttft', '', '', 1800000000);
INSERT INTO block_10 VALUES(500000 * 4294967296 + 1, x'01020005b0810131cb9819fe5f00e0cd4c180e38032f60dac080c270c015a8d06e230201');
DROP TABLE ledger_entry;
DROP TABLE ledger_day;
PRAGMA user_version = 2;)"));
  }
  Connection file = open_store_file(path()).value();
  EXPECT_EQ(file.integer("PRAGMA user_version").value(), schema_version);
  const auto found = SeriesReader::open(file).value().read({"ttft", {}}, 10s, start, start + 1h).value();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].count, 3);
  EXPECT_NEAR(*found[1].sketch.quantile(1), 0.55, 0.0055);
}

TEST_F(SchemaTest, AMigrationThatFailsChangesNothing) {
  make_version_1("CREATE TABLE noun(in_the_way)");
  EXPECT_FALSE(open_store_file(path()));
  Connection file = Connection::open(path(), 1s).value();
  EXPECT_EQ(file.integer("PRAGMA user_version").value(), 1);
  EXPECT_EQ(file.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'block_10'").value(), 0);
  EXPECT_EQ(file.integer("SELECT count(*) FROM bucket").value(), 9'001);
}

TEST_F(SchemaTest, ReadsWithoutChangingTheVersion) {
  make_version_1();
  EXPECT_EQ(open_store_to_read(path()).value().integer("PRAGMA user_version").value(), 1);
  ASSERT_TRUE(Connection::open(path(), 1s).value().run("PRAGMA user_version = 5"));
  EXPECT_EQ(open_store_to_read(path()).error().code(), Code::newer_format);
}

}  // namespace foreshock::store::schema_test
