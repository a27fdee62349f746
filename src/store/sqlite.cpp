#include "store/sqlite.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/file_descriptor.h"

namespace foreshock::store {
namespace sqlite_impl {

// A number of the format that never was has no code of its own.
bool is_damage(sqlite3* connection, int result) {
  const int kind = result & 0xFF;
  if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB) return true;
  return kind == SQLITE_ERROR && connection != nullptr &&
         std::string_view(sqlite3_errmsg(connection)) == "unsupported file format";
}

std::string_view hint_for(sqlite3* connection, int result) {
  if (is_damage(connection, result))
    return "Move the file away to begin with an empty store, or give another data_dir.";
  switch (result & 0xFF) {
    case SQLITE_FULL:
      return "Make space on the disk, or give a data_dir on another one.";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "Another program holds the file; close it.";
    default:
      return "Check that data_dir exists on a disk with free space and may be written, or give another one.";
  }
}

tl::unexpected<Error> error_of(sqlite3* connection, int result) {
  const char* path = connection ? sqlite3_db_filename(connection, "main") : nullptr;
  return fail(is_damage(connection, result) ? Code::damaged : Code::io,
              fmt::format("SQLite cannot use '{}': {}", path ? path : "?",
                          connection ? sqlite3_errmsg(connection) : sqlite3_errstr(result)),
              std::string(hint_for(connection, result)));
}

// For its owner alone, whatever the folder; SQLite gives its other files the rights of this one.
void make_private(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file) (void)::fchmod(file.get(), 0600);
}

}  // namespace sqlite_impl

void Statement::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}
void Connection::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

Statement& Statement::bind(int place, int64_t value) {
  sqlite3_bind_int64(statement_.get(), place, value);
  return *this;
}
Statement& Statement::bind(int place, double value) {
  sqlite3_bind_double(statement_.get(), place, value);
  return *this;
}
Statement& Statement::bind(int place, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), place, text.data() ? text.data() : "", text.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
  return *this;
}
Statement& Statement::bind_blob(int place, std::string_view bytes) {
  if (bytes.empty())
    sqlite3_bind_null(statement_.get(), place);
  else
    sqlite3_bind_blob64(statement_.get(), place, bytes.data(), bytes.size(), SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind_row(const Statement& from) {
  const int columns = sqlite3_column_count(from.statement_.get());
  for (int i = 0; i < columns; ++i)
    sqlite3_bind_value(statement_.get(), i + 1, sqlite3_column_value(from.statement_.get(), i));
  return *this;
}

Result<bool> Statement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  auto failed = sqlite_impl::error_of(sqlite3_db_handle(statement_.get()), result);
  reset();
  return failed;
}

Result<int64_t> Statement::integer_or_zero() {
  FORESHOCK_TRY(const bool row, step());
  const int64_t value = row ? integer(0) : 0;
  reset();
  return value;
}

Result<void> Statement::run() {
  for (;;) {
    FORESHOCK_TRY(const bool row, step());
    if (!row) break;
  }
  reset();
  return {};
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::number(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}
std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return {text ? text : "", static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  return {bytes ? bytes : "", static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Result<Connection> Connection::open(const std::string& path, Duration busy_timeout) {
  if (path != ":memory:") sqlite_impl::make_private(path);
  return open(path, busy_timeout, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Result<Connection> Connection::open_to_read(const std::string& path, Duration busy_timeout) {
  return open(path, busy_timeout, SQLITE_OPEN_READONLY);
}

Result<Connection> Connection::open_in_memory(const std::string& name, Duration busy_timeout) {
  return open(fmt::format("file:/{}?vfs=memdb", name), busy_timeout,
              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI);
}

bool Connection::is_damaged(const std::string& path) {
  sqlite3* opened = nullptr;
  int result = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
  const Connection connection(opened);
  if (result == SQLITE_OK)
    result = sqlite3_exec(opened, "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr);
  bool sound = true;
  const auto read_finding = [](void* told, int, char** values, char**) {
    *static_cast<bool*>(told) = values[0] != nullptr && std::string_view(values[0]) == "ok";
    return 0;
  };
  if (result == SQLITE_OK)
    result = sqlite3_exec(opened, "PRAGMA quick_check(1)", read_finding, &sound, nullptr);
  if (!sound) return true;
  return sqlite_impl::is_damage(opened, result);
}

Result<Connection> Connection::open(const std::string& path, Duration busy_timeout, int flags) {
  sqlite3* opened = nullptr;
  const int result = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
  Connection connection(opened);
  if (result != SQLITE_OK)
    return fail(Code::io, fmt::format("cannot open '{}': {}", path, sqlite3_errstr(result)),
                std::string(sqlite_impl::hint_for(nullptr, result)));
  sqlite3_extended_result_codes(opened, 1);
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(busy_timeout).count();
  sqlite3_busy_timeout(opened, static_cast<int>(milliseconds));
  return connection;
}

Result<void> Connection::run(const char* sql) {
  const int result = sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) return sqlite_impl::error_of(connection_.get(), result);
  return {};
}

Result<Statement> Connection::prepare(std::string_view sql) {
  sqlite3_stmt* prepared = nullptr;
  const int result = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  if (result != SQLITE_OK) return sqlite_impl::error_of(connection_.get(), result);
  return Statement(prepared);
}

Result<int64_t> Connection::integer(std::string_view sql) {
  FORESHOCK_TRY(Statement statement, prepare(sql));
  return statement.integer_or_zero();
}

Result<void> Connection::copy_to(const std::string& path) {
  FORESHOCK_TRY(Connection copy, open(path, Duration{}));
  sqlite3* const target = copy.connection_.get();
  sqlite3_backup* backup = sqlite3_backup_init(target, "main", connection_.get(), "main");
  if (backup == nullptr) return sqlite_impl::error_of(target, sqlite3_errcode(target));
  const int result = sqlite3_backup_step(backup, -1);  // all at once: one read transaction
  sqlite3_backup_finish(backup);
  if (result != SQLITE_DONE) return sqlite_impl::error_of(target, result);
  return copy.run("PRAGMA journal_mode = DELETE");  // so that the copy is one file
}

int64_t Connection::changes() const {
  return sqlite3_changes64(connection_.get());
}

}  // namespace foreshock::store
