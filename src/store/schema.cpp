#include "store/schema.h"

#include <array>

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::store {
namespace schema_impl {

using namespace std::chrono_literals;

constexpr int64_t application = 0x46534B53;  // "FSKS"

constexpr Duration busy_timeout = 200ms;
// Of a new file: pages of 2 KiB waste 4 % less behind the ends of blocks than those of 4 KiB.
constexpr const char* pragmas =
    "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

// Pages leave the cache at a commit only, when no reader is there; and memory is not endless.
constexpr const char* pragmas_in_memory = "PRAGMA cache_spill = OFF; PRAGMA max_page_count = 65536;";

// bucket begins with START because a flush writes one START of many series: they share pages.
constexpr const char* tables_of_version_1 = R"(
CREATE TABLE series(
  id INTEGER PRIMARY KEY,
  signal TEXT NOT NULL,
  dimension TEXT NOT NULL,
  value TEXT NOT NULL,
  last_used INTEGER NOT NULL,
  UNIQUE(signal, dimension, value)
) STRICT;
CREATE TABLE bucket(
  start INTEGER NOT NULL,
  series INTEGER NOT NULL,
  count REAL NOT NULL,
  sum REAL NOT NULL,
  min REAL NOT NULL,
  max REAL NOT NULL,
  sketch BLOB,
  PRIMARY KEY(start, series)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 1179863891;
PRAGMA user_version = 1;
)";
static_assert(application == 1179863891);

// Blocks have rowids in the order of time: they are appended, which fills their pages, and forgotten in runs.
constexpr const char* from_1_to_2 = R"(
CREATE TABLE block_10(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
CREATE TABLE block_60(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
CREATE TABLE block_3600(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
CREATE TABLE observation(
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  record BLOB NOT NULL
) STRICT;
CREATE INDEX observation_at ON observation(at);
CREATE TABLE noun(
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY(kind, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX noun_at ON noun(kind, at);
CREATE TABLE figure(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO figure VALUES('sealed_days', 0), ('observation_bytes', 0);
PRAGMA user_version = 2;
)";

// Blocks of the layout that version 2 wrote stay as they are and are read on (block_codec); they are gone
// after their retention. An older Foreshock must not meet the new ones.
constexpr const char* from_2_to_3 = "PRAGMA user_version = 3;";

// An entry is known by its request and attempt; ledger_day holds their sums.
constexpr const char* from_3_to_4 = R"(
CREATE TABLE ledger_entry(
  request INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  at INTEGER NOT NULL,
  key TEXT NOT NULL,
  model TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  prompt INTEGER NOT NULL,
  cached INTEGER NOT NULL,
  output INTEGER NOT NULL,
  reasoning INTEGER NOT NULL,
  estimated INTEGER NOT NULL,
  PRIMARY KEY(request, attempt)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_day(
  day INTEGER NOT NULL,
  key TEXT NOT NULL,
  model TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  prompt INTEGER NOT NULL DEFAULT 0,
  cached INTEGER NOT NULL DEFAULT 0,
  output INTEGER NOT NULL DEFAULT 0,
  reasoning INTEGER NOT NULL DEFAULT 0,
  estimated INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(day, key, model)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 4;
)";

constexpr std::array steps = {tables_of_version_1, from_1_to_2, from_2_to_3, from_3_to_4};
static_assert(steps.size() == schema_version);

// All steps from that version on, in one transaction.
Result<void> take_steps(Connection& file, size_t version) {
  FORESHOCK_CHECK(file.run("BEGIN IMMEDIATE"));
  Result<void> done;
  for (; version < steps.size() && done; ++version) done = file.run(steps[version]);
  if (done) done = file.run("COMMIT");
  if (!done) (void)file.run("ROLLBACK");
  return done;
}

Result<void> check_version(Connection& file, const std::string& path, int64_t found) {
  FORESHOCK_TRY(const int64_t found_application, file.integer("PRAGMA application_id"));
  if (found_application != application)
    return fail(Code::bad_config, fmt::format("'{}' is a SQLite file of another program", path),
                "Move the file away to begin with an empty store, or give another data_dir.");
  if (found > schema_version)
    return fail(Code::newer_format, fmt::format("'{}' has format {}; this Foreshock knows up to {}", path,
                                                found, schema_version));
  return {};
}

Result<std::string> tables_of(Connection& file) {
  FORESHOCK_TRY(Statement all,
                file.prepare("SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema "
                             "WHERE name NOT LIKE 'sqlite_%' ORDER BY name)"));
  FORESHOCK_TRY(const bool found, all.step());
  return found ? std::string(all.text(0)) : std::string();
}

Result<void> bring_up_to_date(Connection& file, const std::string& path) {
  FORESHOCK_TRY(const int64_t tables_found, file.integer("SELECT count(*) FROM sqlite_schema"));
  FORESHOCK_TRY(const int64_t version, file.integer("PRAGMA user_version"));
  if (tables_found > 0) FORESHOCK_CHECK(check_version(file, path, version));
  FORESHOCK_CHECK(file.run(pragmas));
  if (tables_found == 0) return take_steps(file, 0);
  if (version == schema_version) return {};
  FORESHOCK_CHECK(take_steps(file, static_cast<size_t>(version)));
  log::info("store", fmt::format("'{}' had format {} and has {} now", path, version, schema_version));
  return {};
}

}  // namespace schema_impl

Result<Connection> open_store_file(const std::string& path) {
  FORESHOCK_TRY(Connection file, Connection::open(path, schema_impl::busy_timeout));
  FORESHOCK_CHECK(schema_impl::bring_up_to_date(file, path));
  return file;
}

Result<Connection> open_store_to_read(const std::string& path) {
  FORESHOCK_TRY(Connection file, Connection::open_to_read(path, schema_impl::busy_timeout));
  FORESHOCK_TRY(const int64_t version, file.integer("PRAGMA user_version"));
  FORESHOCK_CHECK(schema_impl::check_version(file, path, version));
  return file;
}

Result<bool> has_other_tables(Connection& file) {
  FORESHOCK_TRY(const int64_t version, file.integer("PRAGMA user_version"));
  if (version != schema_version) return false;
  FORESHOCK_TRY(Connection sound, Connection::open(":memory:", schema_impl::busy_timeout));
  FORESHOCK_CHECK(schema_impl::take_steps(sound, 0));
  FORESHOCK_TRY(const std::string expected, schema_impl::tables_of(sound));
  FORESHOCK_TRY(const std::string found, schema_impl::tables_of(file));
  return found != expected;
}

Result<Connection> open_store_in_memory(const std::string& name) {
  FORESHOCK_TRY(Connection file, Connection::open_in_memory(name, schema_impl::busy_timeout));
  FORESHOCK_CHECK(file.run(schema_impl::pragmas_in_memory));
  FORESHOCK_CHECK(schema_impl::bring_up_to_date(file, name));
  return file;
}

}  // namespace foreshock::store
