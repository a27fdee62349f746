#pragma once
// Which draft length pays.
#include <cstdint>
#include <optional>

#include "mitigate/options.h"

namespace foreshock::mitigate {

// Of one step of the engine, as shares of a step that decodes one token without drafts.
struct StepCosts {
  double draft = 0.05;   // c: to draft one token
  double verify = 0.01;  // what V(k+1)/V(1) grows by for each drafted token
};

// What is known of the engine where a policy may act. Absent: not known.
struct EngineFacts {
  std::optional<double> acceptance;    // of a drafted token, 0-1, whatever keeps it from being accepted
  std::optional<double> draft_length;  // tokens drafted a step now
  std::optional<double> load;          // 0-1: the fullest of running, KV and queue
  StepCosts costs;
};

// The K in [shortest, longest] that maximises (1-p^(k+1)) / ((1-p)·(V(k+1)/V(1) + k·c)): tokens a step by its
// time (Leviathan et al. 2023, theorem 3.8, with a verify time that grows). P is in [0, 1].
int64_t best_draft_length(double p, const StepCosts& costs, int64_t shortest, int64_t longest);

// The policy: shorter drafts where they are thrown away. The shortest at a load over 0.8, and where the
// acceptance is not known. Nothing where that would not be shorter than now.
std::optional<double> shorter_draft(const EngineFacts& facts, const MitigateOptions& options);

}  // namespace foreshock::mitigate
