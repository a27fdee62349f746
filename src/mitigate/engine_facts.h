#pragma once
// What policies look at.
#include <optional>

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

}  // namespace foreshock::mitigate
