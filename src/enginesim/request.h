#pragma once
// What goes into the simulated engine and what comes out.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/instant.h"
#include "enginesim/answer.h"
#include "enginesim/logprobs.h"
#include "enginesim/sequence.h"

namespace foreshock::enginesim {

// The answers to one prompt of one call.
struct Siblings {
  int64_t wanted = 1, unfinished = 1;
  int64_t longest = 0;  // tokens of those that have finished
};

struct Request {
  Prompt prompt;
  Wish wish;
  std::shared_ptr<Siblings> siblings = nullptr;  // none: it is alone
};

enum class Refusal : uint8_t { context_too_long, queue_full };

struct Usage {
  int64_t prompt_tokens = 0;
  int64_t cached_tokens = 0;  // of the prompt
  int64_t answer_tokens = 0;
  int64_t reasoning_tokens = 0;  // of the answer
};

// One thing that the engine says about a request; finish or error is the last one.
struct Emission {
  enum class Kind : uint8_t { token, finish, error };

  RequestId id = 0;
  Instant at;
  Kind kind = Kind::token;
  Piece piece;                       // token
  std::optional<Logprobs> logprobs;  // token, where asked for
  FinishReason finish_reason = FinishReason::stop;
  Usage usage;  // finish
  Refusal refusal = Refusal::queue_full;
};

}  // namespace foreshock::enginesim
