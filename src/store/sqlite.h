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
  // The place of the first parameter is 1. Text and blobs must live until the statement is reset.
  Statement& bind(int place, int64_t value);
  Statement& bind(int place, double value);
  Statement& bind(int place, std::string_view text);
  Statement& bind_blob(int place, std::string_view bytes);  // empty: NULL

  // Whether there is a row to read.
  Result<bool> step();
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
  // Makes the file when it is missing. Waits up to BUSY_TIMEOUT for locks of other connections. Errors: io.
  static Result<Connection> open(const std::string& path, Duration busy_timeout);

  Result<void> run(const char* sql);
  Result<Statement> prepare(std::string_view sql);
  // The first column of the first row of a query that has one.
  Result<int64_t> integer(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  explicit Connection(sqlite3* connection) : connection_(connection) {}

  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace foreshock::store
