#pragma once
// The simulated engine behind a socket: OpenAI's API and vLLM's /metrics over a model in real time.
#include <memory>

#include "core/result.h"
#include "enginesim/options.h"
#include "net/address.h"
#include "net/io.h"

namespace foreshock::enginesim {

// /v1/chat/completions and /v1/completions, whole or streamed; /v1/models, /health, /version and /metrics.
class SimulatedEngine {
 public:
  // IO and CLOCK must outlive it. Errors: io, when the address cannot be taken.
  static Result<std::unique_ptr<SimulatedEngine>> start(net::IoThread& io, const net::Address& address,
                                                        const SimulatedEngineOptions& options,
                                                        const Clock& clock);
  ~SimulatedEngine();  // stops

  // With the port that was taken.
  net::Address address() const;
  // Closes every connection; what was being answered is cut.
  void stop();

 private:
  struct State;
  explicit SimulatedEngine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace foreshock::enginesim
