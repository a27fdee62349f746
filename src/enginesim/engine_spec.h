#pragma once
// What one simulated engine is like. The defaults give the batch effect of SPEC C5: 64 tokens after a short
// prompt take 1,500 ms alone and 1,800 ms in a batch of four.
#include <algorithm>
#include <string>

#include "core/instant.h"
#include "core/option.h"

namespace foreshock::enginesim {

// Tokens in one block of the KV cache.
constexpr int64_t block_tokens = 16;

constexpr int64_t blocks_for(int64_t tokens) {
  return (tokens + block_tokens - 1) / block_tokens;
}

struct EngineSpec {
  std::string model = "foreshock-sim";
  std::string version = "1";
  Duration load_time{0};  // from the start to the first step

  int64_t max_running = 64;        // sequences in a step
  int64_t queue_limit = 1000;      // waiting requests; the next one is refused
  int64_t context_limit = 131072;  // tokens of prompt and answer
  int64_t kv_blocks = 8192;
  int64_t step_tokens = 2048;  // a step: decoded, drafted and prefilled together

  Duration step_base = std::chrono::microseconds(21875);
  Duration step_per_sequence = std::chrono::nanoseconds(1562500);
  double prefill_rate = 20000;                                    // prompt tokens a second
  Duration decode_per_context = std::chrono::microseconds(50);    // a step, per 1,000 tokens of context
  Duration prefill_per_context = std::chrono::nanoseconds(1000);  // a prompt token, per 1,000 before it

  int64_t draft_length = 0;  // tokens drafted a step; 0: no speculative decoding
  Ratio acceptance{0.8};     // of a drafted token, given that those before it were accepted
  Duration draft_cost = std::chrono::microseconds(1000);  // a step, per drafted position
  Duration verify_cost = std::chrono::microseconds(200);  // a step, per drafted token of each sequence

  int64_t answer_tokens = 120;  // median, where the client's limit does not cut

  // Prompt and answer together never need more, whatever else runs.
  int64_t longest_context() const { return std::min(context_limit, kv_blocks * block_tokens); }
};

}  // namespace foreshock::enginesim
