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
  logprobs
};

struct SeriesName {
  std::string_view name;
  SeriesUnit unit = SeriesUnit::number;
  SeriesNeed need = SeriesNeed::nothing;
};

inline constexpr std::array series_names = {
    SeriesName{"ttft", SeriesUnit::time},
    SeriesName{"inter_token", SeriesUnit::time},
    SeriesName{"e2e", SeriesUnit::time},
    SeriesName{"queue_time", SeriesUnit::time},
    SeriesName{"stall", SeriesUnit::time},
    SeriesName{"prefill_rate"},
    SeriesName{"decode_rate"},
    SeriesName{"throughput"},
    SeriesName{"error_rate"},
    SeriesName{"prompt_tokens"},
    SeriesName{"output_tokens"},
    SeriesName{"reasoning_tokens"},
    SeriesName{"zero_reasoning"},
    SeriesName{"accept_length", SeriesUnit::number, SeriesNeed::speculation},
    SeriesName{"judge_calls", SeriesUnit::number, SeriesNeed::speculation},
    SeriesName{"kv_use"},
    SeriesName{"kv_fragmentation"},
    SeriesName{"kv_alloc_latency", SeriesUnit::time},
    SeriesName{"prefix_hit"},
    SeriesName{"preemptions"},
    SeriesName{"running"},
    SeriesName{"waiting"},
    SeriesName{"gpu_util"},
    SeriesName{"gpu_clock"},
    SeriesName{"gpu_memory"},
    SeriesName{"cpu"},
    SeriesName{"rss"},
    SeriesName{"fds"},
    SeriesName{"tool_valid", SeriesUnit::number, SeriesNeed::tools},
    SeriesName{"tool_missing", SeriesUnit::number, SeriesNeed::tools},
    SeriesName{"marker"},
    SeriesName{"loop"},
    SeriesName{"degenerate"},
    SeriesName{"script"},
    SeriesName{"boilerplate"},
    SeriesName{"praise"},
    SeriesName{"placeholder"},
    SeriesName{"refusal"},
    SeriesName{"markdown"},
    SeriesName{"code_valid", SeriesUnit::number, SeriesNeed::code},
    SeriesName{"finish_length"},
    SeriesName{"empty"},
    SeriesName{"truncated"},
    SeriesName{"tokens_per_char"},
    SeriesName{"prompt_growth"},
    SeriesName{"tle"},
    SeriesName{"rci"},
    SeriesName{"logprob_rank", SeriesUnit::number, SeriesNeed::logprobs},
    SeriesName{"probe_score", SeriesUnit::number, SeriesNeed::questions},
    SeriesName{"planted_fact", SeriesUnit::number, SeriesNeed::planted_facts},
    SeriesName{"thumbs_up", SeriesUnit::number, SeriesNeed::ratings},
    SeriesName{"retry_rate"},
    SeriesName{"regenerate_rate"},
    SeriesName{"lookup_time", SeriesUnit::time},
    SeriesName{"health"},
    SeriesName{"scrape_time", SeriesUnit::time},
    SeriesName{"series_missing"},
    SeriesName{"request_rate"},
    SeriesName{"traffic_share"},
};
static_assert(names_are_unique(series_names));

}  // namespace foreshock::scenario
