#pragma once
// What one event of a stream, or one whole answer, means: the same for every dialect.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace foreshock::wire {

enum class PieceKind : uint8_t { content, reasoning, refusal, tool_id, tool_name, tool_arguments, audio };

// A piece of an answer; TEXT is valid until the reader is used again. Empty pieces are not reported.
struct Piece {
  PieceKind kind = PieceKind::content;
  int choice = 0;
  int tool = 0;  // index of the tool call
  std::string_view text;
};

// Tokens as the engine counts them. A field that the engine leaves out is absent.
struct Usage {
  std::optional<int64_t> prompt, cached, output, reasoning;
  std::optional<int64_t> drafted, accepted;  // by speculative decoding
  // Later fields win; usages are never added up.
  void update(const Usage& later);
};

struct EventFacts {
  std::vector<Piece> pieces;
  Usage usage;
  bool has_usage = false;
  std::string_view finish_reason;
  std::string_view model;
  std::string_view fingerprint;
  bool error = false;  // an error object
  std::string_view error_type;
  bool protocol_end = false;  // [DONE], message_stop, response.completed, done: true
  bool malformed = false;     // neither JSON nor an end marker

  // A token is non-empty content, reasoning, refusal, tool call or audio; role-only, empty, finish and usage
  // events are none.
  bool has_token() const;
  bool has_answer_token() const;  // a token that is not reasoning
  void clear();
};

}  // namespace foreshock::wire
