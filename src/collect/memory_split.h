#pragma once
// What the memory of an engine's devices is taken by.
#include <optional>

namespace foreshock::collect {

// Bytes, none negative; the three make up what is used.
struct MemorySplit {
  double weights = 0, kv = 0, activations = 0;
};

// USED by an engine on all its devices together; WEIGHTS and KV: how large they are there, as far as known.
// An engine fills them in that order, so while it loads the weights are what there is; what is beyond both is
// activations, graphs and workspace. Nothing unless all three are known: a part that is not known would pass
// for another.
std::optional<MemorySplit> split_memory(std::optional<double> used, std::optional<double> weights,
                                        std::optional<double> kv);

}  // namespace foreshock::collect
