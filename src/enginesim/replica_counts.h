#pragma once
// What a VirtualReplica in real time counts of its requests, token by token.
#include <optional>
#include <string>
#include <vector>

#include "enginesim/metrics_page.h"
#include "enginesim/statistics.h"
#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim {

// How a request is counted where it is done.
struct CountedAs {
  std::optional<FinishReason> finish;  // none: as aborted
  int64_t max_tokens = 0;
  std::shared_ptr<Siblings> siblings;  // as in FinishedAnswer
};

// One request as far as it was counted.
struct CountedRequest {
  VirtualOutcome so_far;
  int64_t prompt_tokens = 0;
  CountedAs as;
  double progress = 0, progress_at = 0;  // tokens, and when
  double last_token_at = 0;
};

// Times are the replica's.
class ReplicaCounts {
 public:
  // REPLICA begins a process with these counts.
  explicit ReplicaCounts(const VirtualReplica& replica);

  // How REPLICA steps and drafts before and after SECONDS in which tokens come.
  void look_before(const VirtualReplica& replica, double seconds);
  void look_after(const VirtualReplica& replica);
  void admitted(CountedRequest& request, const VirtualOutcome& outcome);
  // Whether a token came. What comes evenly in between has its own time each.
  bool came(CountedRequest& request, const VirtualProgress& progress, double now);
  void ended(CountedRequest& request, const VirtualOutcome& outcome);

  EngineMetrics metrics(const VirtualReplica& replica, std::string model);

 private:
  void first_token(CountedRequest& request, double at);
  void next_token(CountedRequest& request, double at);
  void count_drafts();
  void count_iterations(bool is_idle);

  Statistics statistics_;
  int64_t prefix_queries_ = 0, prefix_hits_ = 0;
  double preemptions_before_;
  VirtualGauges drafting_;
  int64_t draft_length_ = 0;
  double drafts_ = 0, judge_calls_ = 0;
  std::vector<double> accepted_at_;
  double iterations_ = 0;
  int64_t iteration_tokens_ = 0;  // of iterations that are not counted yet
};

}  // namespace foreshock::enginesim
