#include "store/salvage.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/log.h"
#include "store/first_page.h"

namespace foreshock::store {
namespace salvage_impl {

constexpr Duration busy_timeout = std::chrono::milliseconds(200);

struct Table {
  std::string name;
  int64_t columns = 0, keys = 0;  // the keys come first, in every table of schema.h
};

Result<std::vector<Table>> tables_of(Connection& file) {
  FORESHOCK_TRY(Statement list,
                file.prepare("SELECT s.name, (SELECT count(*) FROM pragma_table_info(s.name)), "
                             "(SELECT count(*) FROM pragma_table_info(s.name) WHERE pk > 0) "
                             "FROM sqlite_schema AS s WHERE s.type = 'table'"));
  std::vector<Table> tables;
  for (;;) {
    FORESHOCK_TRY(const bool more, list.step());
    if (!more) return tables;
    tables.push_back({std::string(list.text(0)), list.integer(1), list.integer(2)});
  }
}

std::string order_of(const Table& table, std::string_view direction) {
  std::vector<std::string> keys;
  for (int64_t i = 1; i <= table.keys; ++i) keys.push_back(fmt::format("{} {}", i, direction));
  return fmt::format("SELECT * FROM \"{}\" ORDER BY {}", table.name, fmt::join(keys, ", "));
}

// Whether the end was reached; a row that no table of ours could hold is left out.
bool copy(Connection& from, Statement& put, const std::string& select, int64_t& copied) {
  auto rows = from.prepare(select);
  if (!rows) return false;
  for (;;) {
    const auto more = rows->step();
    if (!more) return false;
    if (!*more) return true;
    copied += put.bind_row(*rows).run() ? 1 : 0;
  }
}

Result<int64_t> copy_all(Connection& from, Connection& into) {
  FORESHOCK_TRY(const auto tables, tables_of(into));
  int64_t copied = 0;
  FORESHOCK_CHECK(into.run("BEGIN IMMEDIATE"));
  for (const Table& table : tables) {
    const std::vector<std::string> places(static_cast<size_t>(table.columns), "?");
    FORESHOCK_TRY(Statement put, into.prepare(fmt::format("INSERT OR REPLACE INTO \"{}\" VALUES({})",
                                                          table.name, fmt::join(places, ", "))));
    if (!copy(from, put, order_of(table, "ASC"), copied)) copy(from, put, order_of(table, "DESC"), copied);
  }
  FORESHOCK_CHECK(into.run("COMMIT"));
  return copied;
}

int64_t copy_file(const std::string& damaged, Connection& into) {
  auto from = Connection::open_to_read(damaged, busy_timeout);
  if (!from) return 0;
  const auto copied = copy_all(*from, into);
  if (copied) return *copied;
  (void)into.run("ROLLBACK");
  log::error("store", fmt::format("nothing of '{}' could be taken over: {}", damaged, copied.error().text()));
  return 0;
}

}  // namespace salvage_impl

int64_t salvage(const std::string& damaged, Connection& into, const std::string& path) {
  using namespace salvage_impl;
  if (const int64_t copied = copy_file(damaged, into); copied > 0) return copied;
  const std::string mended = damaged + ".mended";
  int64_t copied = 0;
  if (into.run("PRAGMA wal_checkpoint(TRUNCATE)") && copy_with_first_page_of(path, damaged, mended))
    copied = copy_file(mended, into);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code gone;
    std::filesystem::remove(mended + suffix, gone);
  }
  return copied;
}

}  // namespace foreshock::store
