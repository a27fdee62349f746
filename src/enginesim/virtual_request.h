#pragma once
// What a VirtualReplica is like, what it is asked and what it answers. Times are in seconds of the story.
#include <cstdint>
#include <limits>
#include <optional>

namespace foreshock::enginesim {

struct VirtualSpec {
  uint64_t seed = 1;
  double decode_rate = 80;          // tokens/s of one stream alone, without speculation
  double step_growth = 0.01;        // of a step, for each further running request
  double prefill_rate = 20000;      // prompt tokens/s, shared
  double first_token = 0.04;        // its fixed part
  double first_token_log_sd = 0.6;  // from request to request
  double inter_token_log_sd = 0.3;  // likewise
  int64_t max_running = 256;
  int64_t queue = 1000;  // waiting
  int64_t kv_blocks = 32768;
  int64_t block_tokens = 16;
  int64_t context = 131072;      // tokens
  int64_t prefill_chunk = 2048;  // tokens of a step
  int64_t draft_length = 0;      // 0: no speculation
  double acceptance = 0.8;       // of a drafted token
  int64_t judge_slots = 8;
  double load_time = 60;
  double memory = 64.0 * (1 << 30);  // bytes of the host
  double started_at = -1e6;          // so that it is warm
  int64_t served = 1000;             // before the first request
};

struct VirtualRequest {
  uint64_t id = 0;       // unique among those in the replica; its random factors follow from it and the seed
  uint32_t tag = 0;      // the caller's own
  uint64_t session = 0;  // whose cached context it may reuse
  int64_t prompt_tokens = 1;
  int64_t reusable_tokens = 0;  // of the session's context: as much of the prompt is the same
  uint64_t shared_prefix = 0;   // of several sessions; 0: none
  int64_t shared_tokens = 0;
  int64_t output_tokens = 1;  // with reasoning
  double prefix_hit = 1;      // chance that a possible hit is served
  double first_token_factor = 1, inter_token_factor = 1;
  double first_token_add = 0;
  std::optional<double> first_token_normal, inter_token_normal;  // its own draws, where they are given
  std::optional<double> acceptance;                              // of the engine unless said
  std::optional<int64_t> most_drafts;                            // a step, of the engine's own
};

enum class VirtualRefusal : uint8_t { queue_full, too_long, down, no_handles };

enum class VirtualEnd : uint8_t { done, reset, cancelled };

// A request was admitted (once), or it ended.
struct VirtualOutcome {
  // Before any time of a model, which may be negative.
  static constexpr double never = -std::numeric_limits<double>::infinity();
  bool was_admitted() const { return admitted != never; }
  bool has_token() const { return first_token != never; }

  uint64_t id = 0;
  uint32_t tag = 0;
  bool ended = false;
  VirtualEnd end = VirtualEnd::done;
  double at = 0;
  double arrived = 0;
  double admitted = never;
  double first_token = never;
  int64_t produced = 0;
  int64_t cached = 0;  // prompt tokens
  double stalled = 0;  // of the time between its first and last token, in one piece, no token for anybody
  int preemptions = 0;
  double accept_length = 0;  // mean tokens of its steps; 0: none were drafted, or it did not come so far
};

// How far a request has come by now.
struct VirtualProgress {
  double first_token = -1;  // as in VirtualOutcome
  double produced = 0;      // tokens, with what is done of the next one
  double rate = 0;          // tokens/s
};

// What its engine, its device and its host would show. Shares are 0 to 1.
struct VirtualGauges {
  int64_t running = 0, waiting = 0;
  double kv_use = 0;            // of the usable blocks, what was leaked included
  double kv_fragmentation = 0;  // of the free blocks, those in runs under 8
  double kv_alloc_latency = 0;  // s, of a prompt
  double accept_length = 0;     // mean tokens of a step and request; 0: none is decoded
  double draft_length = 0;      // mean tokens drafted a step and request
  double judge_calls = 0;       // drafts checked a second
  // Of the drafts; the rest has no room at the judge and is thrown away.
  double checked_share = 1, unchecked_share = 0;
  double steps = 0;  // a second
  double gpu_util = 0, dram_active = 0, gpu_memory = 0;
  double gpu_clock = 1;  // of the highest
  double cpu = 0;
  double resident_bytes = 0, handles = 0;
};

}  // namespace foreshock::enginesim
