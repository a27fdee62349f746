#pragma once
// The requests of a running service that show a finding best; they are kept as long as it may be asked for
// them.
#include "cli/loop_seat.h"
#include "flow/witnesses.h"
#include "store/store.h"

namespace foreshock::cli {

// Of those that ended between its onset and its being found, in its stratum: at most five, with the values of
// its signal that lie farthest in its direction. About 1 µs for each request since the onset, 20,000 at most.
class ClearestRequests final : public flow::Witnesses {
 public:
  ClearestRequests(LoopSeat& seat, store::Store& store) : seat_(seat), store_(store) {}

  Because of(const Finding& finding) override;

 private:
  LoopSeat& seat_;
  store::Store& store_;
};

}  // namespace foreshock::cli
