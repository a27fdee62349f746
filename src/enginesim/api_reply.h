#pragma once
// Answers as OpenAI's API words them, whole and in chunks.
#include <string>
#include <vector>

#include "enginesim/answer_parts.h"
#include "enginesim/api_call.h"

namespace foreshock::enginesim {

// What every chunk of one answer repeats.
struct ReplyHead {
  Endpoint endpoint = Endpoint::chat;
  std::string id;
  int64_t created = 0;  // Unix seconds
  std::string model;
  std::string fingerprint;
  bool include_usage = false;
};

// Of the answer that began NOW to the request ID of an engine of VERSION.
ReplyHead head_of(const ApiCall& call, uint64_t id, std::string_view version, Instant now);
// A prompt that has several answers is counted once.
void add_usage(Usage& total, const Usage& usage, bool is_first_of_prompt);

// The server-sent events of one streamed answer.
class StreamWriter {
 public:
  StreamWriter(ReplyHead head, size_t choices) : head_(std::move(head)), written_(choices) {}

  // The role of a chat choice, unless it was told.
  std::string role(size_t choice);
  // One chunk for TOKENS, which came in one step; before the first of a chat choice, its role.
  std::string tokens(size_t choice, const AnswerParts& tokens);
  std::string finish(size_t choice, FinishReason reason);
  // The usage, where it was asked for, and [DONE].
  std::string end(const Usage& total) const;

 private:
  struct Written {
    bool begun = false;
    size_t text_bytes = 0;
  };
  ReplyHead head_;
  std::vector<Written> written_;
};

struct WholeChoice {
  AnswerParts parts;
  FinishReason finish = FinishReason::stop;
};
std::string whole_answer(const ReplyHead& head, const std::vector<WholeChoice>& choices, const Usage& total);

}  // namespace foreshock::enginesim
