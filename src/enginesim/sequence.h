#pragma once
// One answer in the making, as the scheduler sees it: numbers of tokens and blocks, no text.
#include <cstdint>
#include <limits>
#include <vector>

#include "enginesim/kv_blocks.h"
#include "enginesim/random.h"

namespace foreshock::enginesim {

using RequestId = uint64_t;

struct Sequence {
  RequestId id = 0;
  int64_t prompt_tokens = 0;
  int64_t answer_tokens = 0;  // when so many are generated it is finished; at least 1
  int64_t most_drafts = std::numeric_limits<int64_t>::max();  // a step, of the engine's own
  std::vector<uint64_t> block_hashes;                         // of each full block of prompt and answer
  Random random{0};                                           // which drafts are accepted

  int64_t computed = 0;  // tokens whose keys and values are in blocks
  int64_t generated = 0;
  int64_t cached = 0;  // prompt tokens that the prefix cache spared at the first admission
  bool was_admitted = false;
  std::vector<BlockId> blocks;
  int64_t published = 0;  // blocks at the front that the prefix cache was told of

  // In the step under way.
  int64_t step_tokens = 0;
  int64_t step_drafts = 0;  // of these

  int64_t known() const { return prompt_tokens + generated; }
  // Whether all but the newest token are computed: the next step yields a token for one of input.
  bool decodes() const { return generated > 0 && computed + 1 == known(); }
};

}  // namespace foreshock::enginesim
