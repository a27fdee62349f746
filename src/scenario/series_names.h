#pragma once
// The names of series, SCENARIO.md section 2.
#include <array>
#include <string_view>

#include "core/catalog.h"

namespace foreshock::scenario {

enum class SeriesUnit : uint8_t { time, number };

// What a story must have for a series to hold a value at all, or for a dial to have an effect.
enum class StoryNeed : uint8_t {
  nothing,
  speculation,
  questions,
  planted_facts,
  ratings,
  tools,
  code,
  logprobs,
  streaming,
  several_tokens,  // in an answer that is streamed
  reasoning,
  turns,
  retries,
  regeneration,
  probes,
  counted_text,  // words, written out or a probe's
};

// What it is measured on. texts: of answers that are written out. replicas: in no stratum of requests.
enum class MeasuredOn : uint8_t { requests, texts, replicas };

struct SeriesName {
  std::string_view name;
  SeriesUnit unit = SeriesUnit::number;
  StoryNeed need = StoryNeed::nothing;
  MeasuredOn on = MeasuredOn::requests;
};

inline constexpr std::array series_names = {
    SeriesName{"ttft", SeriesUnit::time, StoryNeed::streaming},
    SeriesName{"inter_token", SeriesUnit::time, StoryNeed::several_tokens},
    SeriesName{"e2e", SeriesUnit::time},
    SeriesName{"queue_time", SeriesUnit::time},
    SeriesName{"stall", SeriesUnit::time, StoryNeed::several_tokens},
    SeriesName{"prefill_rate", SeriesUnit::number, StoryNeed::streaming},
    SeriesName{"decode_rate", SeriesUnit::number, StoryNeed::several_tokens},
    SeriesName{"throughput"},
    SeriesName{"error_rate"},
    SeriesName{"prompt_tokens"},
    SeriesName{"output_tokens"},
    SeriesName{"reasoning_tokens", SeriesUnit::number, StoryNeed::reasoning},
    SeriesName{"zero_reasoning", SeriesUnit::number, StoryNeed::reasoning},
    SeriesName{"accept_length", SeriesUnit::number, StoryNeed::speculation},
    SeriesName{"judge_calls", SeriesUnit::number, StoryNeed::speculation, MeasuredOn::replicas},
    SeriesName{"kv_use", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"kv_fragmentation", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"kv_alloc_latency", SeriesUnit::time},
    SeriesName{"prefix_hit"},
    SeriesName{"preemptions"},
    SeriesName{"running", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"waiting", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"gpu_util", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"gpu_clock", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"gpu_memory", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"cpu", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"rss", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"fds", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"tool_valid", SeriesUnit::number, StoryNeed::tools},
    SeriesName{"tool_missing", SeriesUnit::number, StoryNeed::tools},
    SeriesName{"marker", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"loop", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"degenerate", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"script", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"boilerplate", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"praise", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"placeholder", SeriesUnit::number, StoryNeed::code, MeasuredOn::texts},
    SeriesName{"refusal", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"markdown", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"code_valid", SeriesUnit::number, StoryNeed::code, MeasuredOn::texts},
    SeriesName{"finish_length"},
    SeriesName{"empty"},
    SeriesName{"truncated"},
    SeriesName{"tokens_per_char", SeriesUnit::number, StoryNeed::counted_text},
    SeriesName{"prompt_growth", SeriesUnit::number, StoryNeed::turns},
    SeriesName{"tle", SeriesUnit::number, StoryNeed::logprobs},
    SeriesName{"rci", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::texts},
    SeriesName{"logprob_rank", SeriesUnit::number, StoryNeed::logprobs},
    SeriesName{"probe_score", SeriesUnit::number, StoryNeed::questions},
    SeriesName{"planted_fact", SeriesUnit::number, StoryNeed::planted_facts},
    SeriesName{"thumbs_up", SeriesUnit::number, StoryNeed::ratings},
    SeriesName{"retry_rate", SeriesUnit::number, StoryNeed::retries},
    SeriesName{"regenerate_rate", SeriesUnit::number, StoryNeed::regeneration},
    SeriesName{"lookup_time", SeriesUnit::time, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"health", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"scrape_time", SeriesUnit::time, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"series_missing", SeriesUnit::number, StoryNeed::nothing, MeasuredOn::replicas},
    SeriesName{"request_rate"},
    SeriesName{"traffic_share"},
};
static_assert(names_are_unique(series_names));

}  // namespace foreshock::scenario
