#pragma once
// A VirtualReplica under load, with the numbers in it integrated over time from its own counts.
#include <cmath>

#include "enginesim/virtual_replica_test.h"

namespace foreshock::enginesim::virtual_replica_test {

struct ReplicaCourse {
  explicit ReplicaCourse(const VirtualSpec& spec) : replica(spec) {}

  VirtualReplica replica;
  double now = 0;
  double running_seconds = 0, waiting_seconds = 0;  // the integrals over time
  std::vector<VirtualOutcome> ended;

  void move(double to) {
    while (replica.next_event_at() <= to) step_to(replica.next_event_at());
    step_to(to);
  }
  void run_empty() {
    while (std::isfinite(replica.next_event_at())) step_to(replica.next_event_at());
  }

 private:
  void step_to(double next) {
    running_seconds += static_cast<double>(replica.running()) * (next - now);
    waiting_seconds += static_cast<double>(replica.waiting()) * (next - now);
    now = next;
    std::vector<VirtualOutcome> out;
    replica.advance(now, out);
    for (const VirtualOutcome& outcome : out)
      if (outcome.ended) ended.push_back(outcome);
  }
};

}  // namespace foreshock::enginesim::virtual_replica_test
