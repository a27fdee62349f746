#pragma once
// One vocabulary of failures. Each code owns its HTTP status, log level, retryability and hint in one table
// (error.cpp).
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/log.h"

namespace foreshock {

enum class Code : uint8_t {
  bad_config,
  bad_usage,
  bad_request,
  unauthorized,
  forbidden,
  not_found,
  method_not_allowed,
  too_large,
  head_too_large,
  unsupported,
  over_limit,
  overloaded,
  backend_unreachable,
  backend_broken,
  backend_not_sse,
  timeout,
  cancelled,
  io,
  damaged,
  newer_format,
  internal,
};

struct CodeRow {
  Code code;
  std::string_view name;  // as clients and logs see it: stable
  int http_status;
  log::Level level;
  bool retryable;         // by the client, unchanged
  std::string_view hint;  // one sentence: how to mend it
};

std::span<const CodeRow> codes();
const CodeRow& row_of(Code code);

// What went wrong: a code, what was bad (values at the end), and where, when that is known.
// Has constructors on purpose: g++ 12.2 destroys braced aggregates twice inside a co_await expression.
class Error {
 public:
  Error(Code code, std::string what) : code_(code), what_(std::move(what)) {}
  Error(Code code, std::string what, std::string hint)
      : code_(code), what_(std::move(what)), hint_(std::move(hint)) {}

  Code code() const { return code_; }
  const std::string& what() const { return what_; }
  // The error's own hint, else that of its code.
  std::string_view hint() const { return hint_.empty() ? row_of(code_).hint : std::string_view(hint_); }
  // The same error, seen from further out: "WHERE: what".
  Error at(std::string_view where) const;
  // The same error with HINT, where it has none of its own.
  Error or_hint(std::string_view hint) const;
  // What and hint as two sentences: "What. Hint."
  std::string sentences() const;
  // "what (hint)" on one line, for a terminal or a log.
  std::string text() const;

 private:
  Code code_;
  std::string what_;
  std::string hint_;
};

}  // namespace foreshock
