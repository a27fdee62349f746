#include "collect/memory_split.h"

#include <algorithm>

namespace foreshock::collect {

std::optional<MemorySplit> split_memory(std::optional<double> used, std::optional<double> weights,
                                        std::optional<double> kv) {
  if (!used || !weights || !kv || *used < 0) return std::nullopt;
  MemorySplit split;
  split.weights = std::clamp(*weights, 0.0, *used);
  split.kv = std::clamp(*kv, 0.0, *used - split.weights);
  split.activations = *used - split.weights - split.kv;
  return split;
}

}  // namespace foreshock::collect
