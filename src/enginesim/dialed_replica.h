#pragma once
// A replica without a story, behind a socket: its dials stand where they are put, at its start or by /dials.
#include "enginesim/fixed_planner.h"
#include "enginesim/served_replica.h"

namespace foreshock::enginesim {

class DialedReplica {
 public:
  // IO and CLOCK must outlive it. It speculates where OPTIONS or DIALS say so, is warm and restarts by itself
  // when its host has no memory left. Errors: io, when the address cannot be taken.
  static Result<std::unique_ptr<DialedReplica>> start(net::IoThread& io, const net::Address& address,
                                                      ServedReplicaOptions options, const FixedDials& dials,
                                                      const Clock& clock);

  net::Address address() const { return served_->address(); }

 private:
  DialedReplica(const FixedDials& dials, const VirtualSpec& spec) : spec_(spec), planner_(dials, spec_) {}
  void turn(FixedDials dials);

  const VirtualSpec spec_;
  FixedPlanner planner_;
  std::unique_ptr<ServedReplica> served_;  // last: it ends before what it uses
};

}  // namespace foreshock::enginesim
