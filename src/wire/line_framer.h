#pragma once
// Newline-delimited JSON (Ollama's streams): one value a line.
#include <optional>
#include <string>
#include <string_view>

namespace foreshock::wire {

// LF or CRLF ends a line; empty lines are skipped; a last line without an end is given by finish().
class LineFramer {
 public:
  static constexpr size_t line_limit = 16 * 1024 * 1024;

  // Takes bytes off the front until one line is whole. The line is valid until the framer is used again; one
  // over the limit is cut off there.
  std::optional<std::string_view> next(std::string_view& bytes);
  std::optional<std::string_view> finish();
  // Bytes of a line that has not ended are waiting.
  bool in_line() const { return !clear_before_next_ && !line_.empty(); }

 private:
  void append(std::string_view piece);
  std::optional<std::string_view> whole_line();

  std::string line_;
  bool clear_before_next_ = false;
};

}  // namespace foreshock::wire
