#pragma once
// Who runs in the next step: continuous batching with chunked prefill over a paged cache. Knows no time.
#include <cstdint>
#include <deque>
#include <vector>

#include "enginesim/engine_spec.h"
#include "enginesim/kv_blocks.h"
#include "enginesim/prefix_cache.h"
#include "enginesim/sequence.h"
#include "enginesim/step_time.h"

namespace foreshock::enginesim {

struct SchedulerCounters {
  int64_t preemptions = 0;
  int64_t prefix_queries = 0;  // prompt tokens looked up, once a sequence
  int64_t prefix_hits = 0;     // of these, found
};

struct StepPlan {
  StepLoad load;
  std::vector<RequestId> admitted;  // for the first time
};

// What a step gave one sequence: tokens [first, first + count) of its answer.
struct Progress {
  RequestId id;
  int64_t first, count;
  int64_t drafts, accepted;
  bool finished;
};

// First come, first served. Running sequences go before waiting ones; when blocks run out, the youngest
// running one gives its blocks back and starts again at the front of the queue (recompute).
class Scheduler {
 public:
  // SPEC must outlive this.
  explicit Scheduler(const EngineSpec& spec);

  // The sequence must fit into the cache: at most spec.longest_context() tokens.
  void add(Sequence sequence);
  // Takes it out and frees its blocks, also in mid-step. Returns whether it was here.
  bool remove(RequestId id);
  // Chooses what the next step computes. With work() there is always something to compute.
  StepPlan plan();
  // The planned step has been computed. The result is valid until the next call.
  const std::vector<Progress>& commit();

  const Sequence* find(RequestId id) const;
  bool work() const { return !running_.empty() || !waiting_.empty(); }
  int64_t running() const { return static_cast<int64_t>(running_.size()); }
  int64_t waiting() const { return static_cast<int64_t>(waiting_.size()); }
  double kv_usage() const { return blocks_.used_share(); }
  const SchedulerCounters& counters() const { return counters_; }

  void forget_prefixes() { prefix_cache_.clear(); }

 private:
  int64_t continue_running(StepPlan& plan);
  void admit_waiting(StepPlan& plan, int64_t budget);
  int64_t reuse_prefix(Sequence& sequence);
  void schedule(Sequence& sequence, int64_t tokens, int64_t drafts, StepLoad& load);
  bool grow(Sequence& sequence, int64_t tokens);
  void preempt_youngest();
  void free_blocks(Sequence& sequence);
  void publish_full_blocks(Sequence& sequence);
  Progress finish_step(Sequence& sequence);

  const EngineSpec& spec_;
  KvBlocks blocks_;
  PrefixCache prefix_cache_;
  std::deque<Sequence> waiting_;
  std::vector<Sequence> running_;
  std::vector<Progress> progress_;
  SchedulerCounters counters_;
};

}  // namespace foreshock::enginesim
