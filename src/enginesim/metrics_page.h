#pragma once
// The engine's own measurements in the names and the text format of vLLM's /metrics.
#include <optional>
#include <string>

#include "enginesim/model.h"

namespace foreshock::enginesim {

struct EngineMetrics {
  std::string model;
  int64_t running = 0, waiting = 0;
  double kv_use = 0;  // 0 to 1
  int64_t kv_blocks = 0, block_tokens = 0;
  int64_t prefix_queries = 0, prefix_hits = 0;  // tokens
  int64_t preemptions = 0;
  const Statistics* statistics = nullptr;  // outlives this
  bool speculates = false;
  int64_t judge_calls = 0;  // drafts that were checked: others are thrown away, or pass unchecked
};

std::string metrics_page(const EngineMetrics& metrics);
std::string metrics_page(const Model& model);

}  // namespace foreshock::enginesim
