#include "store/store_files.h"

#include <atomic>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "core/log.h"
#include "store/salvage.h"
#include "store/schema.h"

namespace foreshock::store {
namespace store_files_impl {

constexpr Bytes ring_in_memory{4 * 1024 * 1024};
constexpr Retention retention_in_memory{std::chrono::hours(2), day, 35 * day, day};

// Whether people must decide; else the store goes on in memory.
bool stops(const Error& error) {
  return error.code() != Code::io && error.code() != Code::damaged;
}

// PATH.damaged, or PATH.damaged-2 and so on when that is taken. The files that SQLite keeps beside it go
// along.
Result<std::string> set_aside(const std::string& path) {
  std::string aside = path + ".damaged";
  for (int number = 2; std::filesystem::exists(aside); ++number)
    aside = fmt::format("{}.damaged-{}", path, number);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const std::string from = path + suffix;
    if (!std::filesystem::exists(from)) continue;
    std::error_code error;
    std::filesystem::rename(from, aside + suffix, error);
    if (error) return fail(Code::io, fmt::format("cannot set '{}' aside: {}", from, error.message()));
  }
  return aside;
}

struct Connections {
  Connection writing, reading;
};

// One row of each: a table whose root is damaged would take nothing for ever.
Result<void> touch_tables(Connection& connection) {
  FORESHOCK_TRY(Statement names, connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'"));
  for (;;) {
    FORESHOCK_TRY(const bool more, names.step());
    if (!more) return {};
    FORESHOCK_TRY(Statement row,
                  connection.prepare(fmt::format("SELECT * FROM \"{}\" LIMIT 1", names.text(0))));
    FORESHOCK_CHECK(row.run());
  }
}

Result<Connections> connect(const std::string& path) {
  FORESHOCK_TRY(Connection writing, open_store_file(path));
  FORESHOCK_TRY(Connection reading, open_store_file(path));
  FORESHOCK_CHECK(touch_tables(reading));
  return Connections{std::move(writing), std::move(reading)};
}

bool has_other_tables(const std::string& path) {
  auto file = open_store_to_read(path);
  return file && store::has_other_tables(*file).value_or(false);
}

Result<std::string> set_aside_if_damaged(const std::string& path, const Error& why) {
  if (!Connection::is_damaged(path) && !has_other_tables(path)) return std::string();
  FORESHOCK_TRY(const std::string aside, set_aside(path));
  int64_t rows = 0;
  if (auto anew = open_store_file(path)) rows = salvage(aside, *anew, path);
  return fmt::format(
      "'{}' was damaged ({}); it lies as '{}' beside a new one, which has the {} rows that could be read",
      path, why.what(), aside, rows);
}

Result<Connections> connect_or_set_aside(const std::string& path, std::string& trouble) {
  auto connections = connect(path);
  if (connections || stops(connections.error())) return connections;
  FORESHOCK_TRY(trouble, set_aside_if_damaged(path, connections.error()));
  return trouble.empty() ? std::move(connections) : connect(path);
}

Result<StoreFiles> open_on_disk(const std::string& data_dir, Bytes ring_size) {
  FORESHOCK_CHECK(make_data_dir(data_dir));
  FORESHOCK_TRY(RingFile ring, RingFile::open(data_dir + "/observations.ring", ring_size));
  std::string trouble;
  FORESHOCK_TRY(auto connections, connect_or_set_aside(data_dir + "/store.db", trouble));
  return StoreFiles{
      std::move(ring),   std::move(connections.writing), std::move(connections.reading), Retention{}, false,
      std::move(trouble)};
}

Result<StoreFiles> open_in_memory(const Error& why) {
  static std::atomic<int> opened{0};
  const std::string name = fmt::format("foreshock-{}", ++opened);
  FORESHOCK_TRY(RingFile ring, RingFile::in_memory(ring_in_memory));
  FORESHOCK_TRY(Connection writing, open_store_in_memory(name));
  FORESHOCK_TRY(Connection reading, open_store_in_memory(name));
  return StoreFiles{std::move(ring),
                    std::move(writing),
                    std::move(reading),
                    retention_in_memory,
                    true,
                    fmt::format("nothing is kept on disk, all is lost with the process: {}", why.text())};
}

}  // namespace store_files_impl

Result<void> make_data_dir(const std::string& path) {
  std::error_code error;
  const bool is_new = std::filesystem::create_directories(path, error);
  if (is_new && !error) std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  if (!error) return {};
  return fail(Code::io, fmt::format("cannot make the folder '{}': {}", path, error.message()),
              "Give a data_dir that exists and may be written, or one that can be made.");
}

Result<std::string> set_damaged_aside(const std::string& data_dir, const Error& why) {
  return store_files_impl::set_aside_if_damaged(data_dir + "/store.db", why);
}

Result<void> replace_damaged(StoreFiles& files, const std::string& data_dir, const Error& why) {
  files.reading = Connection();
  files.writing = Connection();
  auto trouble = set_damaged_aside(data_dir, why);
  auto connections = store_files_impl::connect(data_dir + "/store.db");
  if (!trouble || !connections) {
    FORESHOCK_TRY(StoreFiles memory,
                  store_files_impl::open_in_memory(trouble ? connections.error() : trouble.error()));
    files.in_memory = true;
    files.retention = memory.retention;
    trouble = std::move(memory.trouble);
    connections = {std::move(memory.writing), std::move(memory.reading)};
  }
  files.writing = std::move(connections->writing);
  files.reading = std::move(connections->reading);
  if (trouble->empty()) return {};
  files.trouble = *std::move(trouble);
  log::error("store", files.trouble);
  return {};
}

Result<StoreFiles> open_store_files(const std::string& data_dir, Bytes ring_size) {
  using namespace store_files_impl;
  auto files = open_on_disk(data_dir, ring_size);
  if (!files && !stops(files.error())) files = open_in_memory(files.error());
  if (files && !files->trouble.empty()) log::error("store", files->trouble);
  return files;
}

}  // namespace foreshock::store
