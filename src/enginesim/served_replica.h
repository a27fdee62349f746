#pragma once
// One replica of a story behind a socket: VirtualReplica in real time, with OpenAI's API and vLLM's /metrics.
#include <functional>
#include <memory>
#include <string>

#include "core/result.h"
#include "enginesim/answer_plan.h"
#include "enginesim/device_page.h"
#include "net/address.h"
#include "net/io.h"
#include "net/route.h"

namespace foreshock::enginesim {

struct ServedReplicaOptions {
  VirtualSpec spec;
  std::string model = "foreshock-sim";
  bool any_model = false;            // as in SimulatedEngineOptions
  std::string name;                  // told in the header x-foreshock-replica where it is not empty
  std::string version = "1";         // of /version and of system_fingerprint
  std::string driver{usual_driver};  // of its device
  bool restarts_when_full = false;   // by itself, when its host has no memory left
  // Answers /dials, whatever the dials do to other paths; empty: there is no such path.
  std::function<net::HttpReply(const net::HttpRequest&)> dials_page;
};

// What the model decides token by token is sent at most 10 ms after its time.
class ServedReplica {
 public:
  // IO, PLANNER and CLOCK must outlive it. Errors: io, when the address cannot be taken.
  static Result<std::unique_ptr<ServedReplica>> start(net::IoThread& io, const net::Address& address,
                                                      const ServedReplicaOptions& options,
                                                      AnswerPlanner& planner, const Clock& clock);
  ~ServedReplica();  // stops

  net::Address address() const;
  // The model as it stands now, for dials, exchanges and restarts; on the thread of IO only. What its
  // requests meet by the change (a reset, say) reaches their clients.
  void change(const std::function<void(VirtualReplica&, double now, std::vector<VirtualOutcome>&)>& change);
  void set_version(std::string version);
  void set_driver(std::string driver);
  const VirtualReplica& replica() const;
  // Closes every connection; what was being answered is cut.
  void stop();

 private:
  struct State;
  explicit ServedReplica(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace foreshock::enginesim
