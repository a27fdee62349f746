#pragma once
// The dials on which a story's faults turn: SCENARIO.md, section 2, one row each.
#include <cstdint>
#include <span>
#include <string_view>

namespace foreshock::enginesim {

enum class Dial : uint8_t {
  ttft_factor,
  itl_factor,
  ttft_add,
  prefill_rate,
  decode_rate,
  latency_spread,
  bandwidth_share,
  gpu_clock,
  gpu_neighbour,
  cpu_step_cost,
  batch_max,
  queue_block,
  stall_long_prefill,
  preempt_livelock,
  hang_no_progress,
  restart,
  unload_idle,
  kv_blocks,
  kv_leak,
  kv_fragmentation,
  kv_alloc_latency,
  prefix_hit,
  spec_acceptance,
  spec_draft_length,
  spec_judge_share,
  spec_judge_bypass,
  error_5xx,
  error_429,
  error_timeout,
  error_reset,
  error_in_band,
  error_empty,
  stream_cut,
  stream_early_role,
  stream_coalesce,
  cancel_ignored,
  connect_fail,
  dns_fail,
  control_latency,
  health_fail,
  text_loop,
  text_bang,
  text_garbage,
  text_script,
  text_marker,
  text_boilerplate,
  text_praise,
  text_placeholder,
  text_syntax,
  text_markdown,
  text_refusal,
  text_variation,
  text_length,
  text_tokens_per_char,
  finish_length,
  tool_invalid,
  tool_missing,
  tool_duplicate_args,
  reasoning_tokens,
  reasoning_zero_share,
  reasoning_ignore_effort,
  quality_accuracy,
  logprob_drop_top,
  first_token_entropy,
  context_front_cut,
  context_system_drop,
  context_shift,
  context_cross_session,
  history_dropped_by_client,
  history_dropped_by_server,
  history_malformed,
  route_misroute,
  route_weight,
  load_rate,
  load_users,
  load_prompt_tokens,
  load_output_tokens,
  client_thumbs_up,
  client_timeout,
  probe_version,
  probe_score,
  probe_bos_double,
  metrics_vanish,
  gpu_vanish,
  scrape_delay,
  rss_growth,
  fd_growth,
};

// What a dial acts on. The document's letters: R, E, C, O.
enum class DialScope : uint8_t { request, engine, clients, observed };

enum class DialType : uint8_t {
  number,
  flag,  // on where a fault holds, off elsewhere: true is its only value
  text,
};

// Which conditions can decide whether a dial is on.
enum class DialReach : uint8_t {
  everything,  // of the request, of its replica, of the time
  unrouted,    // what is known of a request before it has a replica; the time
  classes,     // what all requests of a class share; the time
  replica,     // of the replica; the time
};

enum class DialShare : uint8_t { none, of_requests };

struct Healthy {
  enum class Kind : uint8_t {
    value,
    off,    // of a flag
    never,  // no limit holds
    story,  // what the story says under KEY
  };
  Kind kind = Kind::off;
  double value = 0;
  std::string_view key;  // engine.accuracy
};

struct DialRange {
  std::string_view unit;  // x: a factor; share; ms; tokens; …; empty for flags and text
  double min, max;        // in that unit, both allowed
  bool whole = false;     // the engine's own, without a story's ramps, is a whole number
};

struct DialRow {
  Dial dial;
  std::string_view name;
  DialScope scope;
  DialType type;
  DialReach reach;
  DialShare share;  // whether a fault may name the share of the requests that it meets
  DialRange range;
  Healthy healthy;
  std::string_view effect;  // one sentence, with its full stop
};

// In the order of Dial.
std::span<const DialRow> dials();
const DialRow& row_of(Dial dial);
char letter_of(DialScope scope);  // R, E, C or O

}  // namespace foreshock::enginesim
