#include "store/schema.h"

#include <fmt/format.h>

namespace foreshock::store {
namespace schema_impl {

using namespace std::chrono_literals;

constexpr int64_t application = 0x46534B53;  // "FSKS"
constexpr int64_t version = 1;

constexpr const char* pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

// bucket begins with START because a flush writes one START of many series: they share pages.
constexpr const char* tables = R"(
BEGIN IMMEDIATE;
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
COMMIT;
)";
static_assert(application == 1179863891);

Result<void> check_version(Connection& file, const std::string& path) {
  FORESHOCK_TRY(const int64_t found_version, file.integer("PRAGMA user_version"));
  FORESHOCK_TRY(const int64_t found_application, file.integer("PRAGMA application_id"));
  if (found_application != application)
    return fail(Code::io, fmt::format("'{}' is a SQLite file of another program", path),
                "Move the file away to begin with an empty store, or give another data_dir.");
  if (found_version > version)
    return fail(Code::newer_format, fmt::format("'{}' has format {}; this Foreshock knows up to {}", path,
                                                found_version, version));
  return {};
}

}  // namespace schema_impl

Result<Connection> open_store_file(const std::string& path) {
  using namespace schema_impl;
  FORESHOCK_TRY(Connection file, Connection::open(path, 200ms));
  FORESHOCK_TRY(const int64_t tables_found, file.integer("SELECT count(*) FROM sqlite_schema"));
  if (tables_found > 0) FORESHOCK_CHECK(check_version(file, path));
  FORESHOCK_CHECK(file.run(pragmas));
  if (tables_found == 0) FORESHOCK_CHECK(file.run(tables));
  return file;
}

}  // namespace foreshock::store
