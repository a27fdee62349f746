#pragma once
// What a VirtualReplica in real time counts of its requests, token by token.
#include <optional>
#include <string>
#include <vector>

#include "enginesim/metrics_page.h"
#include "enginesim/statistics.h"
#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim {

// One request as far as it was counted.
struct CountedRequest {
  VirtualOutcome so_far;
  int64_t prompt_tokens = 0;
  // How it is counted where it is done; none: as aborted.
  std::optional<FinishReason> finish;
  double progress = 0, progress_at = 0;  // tokens, and when
  double last_token_at = 0;
};

// Times are the replica's.
class ReplicaCounts {
 public:
  // REPLICA begins a process with these counts.
  explicit ReplicaCounts(const VirtualReplica& replica);

  // How REPLICA drafts and checks before and after SECONDS in which tokens come.
  void look_at_drafts_before(const VirtualReplica& replica, double seconds);
  void look_at_drafts_after(const VirtualReplica& replica);
  void admitted(CountedRequest& request, const VirtualOutcome& outcome);
  // Whether a token came. What comes evenly in between has its own time each.
  bool came(CountedRequest& request, const VirtualProgress& progress, double now);
  void ended(CountedRequest& request, const VirtualOutcome& outcome);

  EngineMetrics metrics(const VirtualReplica& replica, std::string model);

 private:
  void first_token(CountedRequest& request, double at);
  void next_token(CountedRequest& request, double at);

  Statistics statistics_;
  int64_t prefix_queries_ = 0, prefix_hits_ = 0;
  double preemptions_before_;
  double accept_length_ = 1, draft_length_ = 0;
  double drafts_ = 0, draft_tokens_ = 0, judge_calls_ = 0;
  std::vector<double> accepted_at_;
};

}  // namespace foreshock::enginesim
