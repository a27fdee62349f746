#pragma once
// Speculative decoding as vLLM counts it, and llama.cpp and LMDeploy after it.
#include "engine/adapter.h"

namespace foreshock::engine {

struct SpeculationCounters {
  Source drafts, drafted_tokens, accepted_tokens;
};

// A step gives the accepted tokens of its draft and one more.
constexpr MetricRow accept_length(const SpeculationCounters& counters) {
  return {.signal = "accept_length",
          .of = counters.accepted_tokens,
          .as = As::quotient_of_growths,
          .over = counters.drafts,
          .offset = 1};
}
constexpr MetricRow draft_length(const SpeculationCounters& counters) {
  return {.signal = "draft_length",
          .of = counters.drafted_tokens,
          .as = As::quotient_of_growths,
          .over = counters.drafts};
}
// Of an engine that checks every draft.
constexpr MetricRow judge_calls(const SpeculationCounters& counters) {
  return {.signal = "judge_calls", .of = counters.drafts, .as = As::rate_of_use};
}

constexpr MetricRow drafted(const SpeculationCounters& counters) {
  return {.signal = "drafted", .of = counters.drafted_tokens, .as = As::rate_of_use};
}
constexpr MetricRow accepted(const SpeculationCounters& counters) {
  return {.signal = "accepted", .of = counters.accepted_tokens, .as = As::rate_of_use};
}

}  // namespace foreshock::engine
