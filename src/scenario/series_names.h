#pragma once
// The names of series, SCENARIO.md section 2.
#include <array>
#include <string_view>

#include "core/catalog.h"

namespace foreshock::scenario {

enum class SeriesUnit : uint8_t { time, number };

// What a story must have for the series to hold a value at all.
enum class SeriesNeed : uint8_t {
  nothing,
  speculation,
  questions,
  planted_facts,
  ratings,
  tools,
  code,
  logprobs,
  streaming,
  reasoning,
  turns,
  retries,
  regeneration,
  counted_text,  // words, written out or a probe's
};

// What it is measured on. texts: of answers that are written out. replicas: in no stratum of requests.
enum class MeasuredOn : uint8_t { requests, texts, replicas };

struct SeriesName {
  std::string_view name;
  SeriesUnit unit = SeriesUnit::number;
  SeriesNeed need = SeriesNeed::nothing;
  MeasuredOn on = MeasuredOn::requests;
};

inline constexpr std::array series_names = {
    SeriesName{"ttft", SeriesUnit::time, SeriesNeed::streaming},
    SeriesName{"inter_token", SeriesUnit::time, SeriesNeed::streaming},
    SeriesName{"e2e", SeriesUnit::time},
    SeriesName{"queue_time", SeriesUnit::time},
    SeriesName{"stall", SeriesUnit::time, SeriesNeed::streaming},
    SeriesName{"prefill_rate", SeriesUnit::number, SeriesNeed::streaming},
    SeriesName{"decode_rate", SeriesUnit::number, SeriesNeed::streaming},
    SeriesName{"throughput"},
    SeriesName{"error_rate"},
    SeriesName{"prompt_tokens"},
    SeriesName{"output_tokens"},
    SeriesName{"reasoning_tokens", SeriesUnit::number, SeriesNeed::reasoning},
    SeriesName{"zero_reasoning", SeriesUnit::number, SeriesNeed::reasoning},
    SeriesName{"accept_length", SeriesUnit::number, SeriesNeed::speculation},
    SeriesName{"judge_calls", SeriesUnit::number, SeriesNeed::speculation, MeasuredOn::replicas},
    SeriesName{"kv_use", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"kv_fragmentation", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"kv_alloc_latency", SeriesUnit::time},
    SeriesName{"prefix_hit"},
    SeriesName{"preemptions"},
    SeriesName{"running", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"waiting", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"gpu_util", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"gpu_clock", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"gpu_memory", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"cpu", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"rss", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"fds", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"tool_valid", SeriesUnit::number, SeriesNeed::tools},
    SeriesName{"tool_missing", SeriesUnit::number, SeriesNeed::tools},
    SeriesName{"marker", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"loop", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"degenerate", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"script", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"boilerplate", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"praise", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"placeholder", SeriesUnit::number, SeriesNeed::code, MeasuredOn::texts},
    SeriesName{"refusal", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"markdown", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"code_valid", SeriesUnit::number, SeriesNeed::code, MeasuredOn::texts},
    SeriesName{"finish_length"},
    SeriesName{"empty"},
    SeriesName{"truncated"},
    SeriesName{"tokens_per_char", SeriesUnit::number, SeriesNeed::counted_text},
    SeriesName{"prompt_growth", SeriesUnit::number, SeriesNeed::turns},
    SeriesName{"tle", SeriesUnit::number, SeriesNeed::logprobs},
    SeriesName{"rci", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::texts},
    SeriesName{"logprob_rank", SeriesUnit::number, SeriesNeed::logprobs},
    SeriesName{"probe_score", SeriesUnit::number, SeriesNeed::questions},
    SeriesName{"planted_fact", SeriesUnit::number, SeriesNeed::planted_facts},
    SeriesName{"thumbs_up", SeriesUnit::number, SeriesNeed::ratings},
    SeriesName{"retry_rate", SeriesUnit::number, SeriesNeed::retries},
    SeriesName{"regenerate_rate", SeriesUnit::number, SeriesNeed::regeneration},
    SeriesName{"lookup_time", SeriesUnit::time, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"health", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"scrape_time", SeriesUnit::time, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"series_missing", SeriesUnit::number, SeriesNeed::nothing, MeasuredOn::replicas},
    SeriesName{"request_rate"},
    SeriesName{"traffic_share"},
};
static_assert(names_are_unique(series_names));

}  // namespace foreshock::scenario
