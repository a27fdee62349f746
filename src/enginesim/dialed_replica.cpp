#include "enginesim/dialed_replica.h"

#include "enginesim/dials_page.h"

namespace foreshock::enginesim {

Result<std::unique_ptr<DialedReplica>> DialedReplica::start(net::IoThread& io, const net::Address& address,
                                                            ServedReplicaOptions options,
                                                            const FixedDials& dials, const Clock& clock) {
  options.spec = dials.adjusted(options.spec);
  options.spec.started_at = 0;
  options.restarts_when_full = true;
  std::unique_ptr<DialedReplica> replica(new DialedReplica(dials, options.spec));
  options.dials_page = [it = replica.get()](const net::HttpRequest& request) {
    return dials_page(
        request, {it->planner_.dials(), it->spec_, [it](FixedDials wanted) { it->turn(std::move(wanted)); }});
  };
  FORESHOCK_TRY(replica->served_, ServedReplica::start(io, address, options, replica->planner_, clock));
  io.post([it = replica.get(), dials] { it->turn(dials); });
  return replica;
}

void DialedReplica::turn(FixedDials dials) {
  served_->change([&](VirtualReplica& model, double now, std::vector<VirtualOutcome>& out) {
    planner_.turn(std::move(dials), model, now, out);
  });
}

}  // namespace foreshock::enginesim
