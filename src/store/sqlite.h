#pragma once
// SQLite behind Result: connections and statements that close themselves. Not thread-safe.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/instant.h"
#include "core/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace foreshock::store {

// One compiled statement. Must not outlive its connection.
class Statement {
 public:
  Statement() = default;  // of no connection: each step is an error
  // The place of the first parameter is 1. Text and blobs must live until the statement is reset.
  Statement& bind(int place, int64_t value);
  Statement& bind(int place, double value);
  Statement& bind(int place, std::string_view text);
  Statement& bind_blob(int place, std::string_view bytes);  // empty: NULL
  // All columns of the row that FROM stands at.
  Statement& bind_row(const Statement& from);

  // Whether there is a row to read.
  Result<bool> step();
  // The first column of the first row, or 0; resets.
  Result<int64_t> integer_or_zero();
  // Steps to the end and resets.
  Result<void> run();
  void reset();

  // The first column is 0. Text and blobs are valid until the next step.
  int64_t integer(int column) const;
  double number(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;

 private:
  friend class Connection;
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  std::unique_ptr<sqlite3_stmt, Close> statement_;
};

class Connection {
 public:
  Connection() = default;  // closed
  // Makes the file when it is missing. Waits up to BUSY_TIMEOUT for locks of other connections. Errors: io.
  static Result<Connection> open(const std::string& path, Duration busy_timeout);

  // One that is there, for reading only.
  static Result<Connection> open_to_read(const std::string& path, Duration busy_timeout);
  // A database in memory, shared by all connections of this process that give the same NAME.
  static Result<Connection> open_in_memory(const std::string& name, Duration busy_timeout);
  // Whether SQLite says of the file that it is damaged, or no database.
  static bool is_damaged(const std::string& path);

  Result<void> run(const char* sql);
  Result<Statement> prepare(std::string_view sql);
  // The first column of the first row of a query that has one.
  Result<int64_t> integer(std::string_view sql);
  // Copies the database, as it is at one moment, into the new file PATH; others may go on writing.
  Result<void> copy_to(const std::string& path);
  // How many rows the last INSERT, UPDATE or DELETE touched.
  int64_t changes() const;

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  static Result<Connection> open(const std::string& path, Duration busy_timeout, int flags);
  explicit Connection(sqlite3* connection) : connection_(connection) {}

  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace foreshock::store
