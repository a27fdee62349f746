#pragma once
// The gateway: requests in, tokens out, every token measured on its way.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ports.h"
#include "gateway/options.h"
#include "gateway/ports.h"
#include "net/address.h"

namespace foreshock::gateway {

struct BackendStatus {
  std::string name, url, kind;
  bool healthy = true;
  int64_t in_flight = 0;
  std::string zone;
  std::string_view doubt;  // why it is avoided, as of doubt_names; "none" where it is healthy
};

class Gateway final : public InFlight {
 public:
  // Listens and serves, one thread a core. The sinks are called from one thread of the gateway's own, and
  // outlive it. Ids of observations count up from FIRST_OBSERVATION. Errors: bad_config, io,
  // backend_unreachable (a host that has no address; a backend that is merely down is no error).
  static Result<std::unique_ptr<Gateway>> start(GatewayOptions options, const Clock& clock,
                                                ObservationSink& observations, SeriesSink& series,
                                                uint64_t first_observation, GatewayPorts ports = {});
  ~Gateway() override;  // stops at once

  net::Address address() const;
  std::vector<BackendStatus> backends() const;
  int64_t count() const override;
  int64_t dropped_observations() const;
  // Requests that wait for room now, and those for which none came in time.
  int64_t waiting() const;
  int64_t kept_waiting() const;
  // Requests that went to a backend of another zone.
  int64_t zone_spills() const;
  // From the next request on; 0 to 100. A name that there is not is left alone.
  void set_weight(std::string_view backend, double weight);
  // Takes no more connections and lets running answers end, for at most timeouts.drain; then the destructor
  // cuts them off.
  void drain();

 private:
  struct Parts;
  explicit Gateway(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace foreshock::gateway
