#pragma once
// The gateway: requests in, tokens out, every token measured on its way.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/file_descriptor.h"
#include "core/ports.h"
#include "gateway/options.h"
#include "gateway/ports.h"
#include "net/address.h"
#include "net/listener.h"

namespace foreshock::gateway {

struct BackendStatus {
  std::string name, url, kind;
  bool healthy = true;
  int64_t in_flight = 0;
  std::string zone;
  std::string_view doubt;  // why it is avoided, as of doubt_names; "none" where it is healthy
  int64_t streams_in_lumps = 0;
};

struct Heritage;

class Gateway final : public InFlight {
 public:
  // Listens and serves, one thread a core. The sinks are called from one thread of the gateway's own, and
  // outlive it. Ids of observations count up from FIRST_OBSERVATION. LISTENERS: those of another program at
  // the address that options tell, in place of ones of its own (see take_socket_file). Errors: bad_config,
  // io, backend_unreachable (a host that has no address; a backend that is merely down is no error).
  static Result<std::unique_ptr<Gateway>> start(GatewayOptions options, const Clock& clock,
                                                ObservationSink& observations, SeriesSink& series,
                                                uint64_t first_observation, GatewayPorts ports = {},
                                                std::vector<FileDescriptor> listeners = {});
  // One with other OPTIONS in the place of this one: it goes on with the ids, where the address is the same
  // with the listeners, and with the same backends with what is known of sessions. This one takes no more
  // connections; each that it has is served until its next answer ends. The threads stay as many as they are.
  // Errors as of start(): then this one goes on as before.
  Result<std::unique_ptr<Gateway>> succeed(GatewayOptions options);
  // With listeners of another program: it serves here now, and the file of a unix socket ends with this one.
  void take_socket_file();
  // Of the listeners, for another program. Errors: io, where no descriptor is free.
  Result<std::vector<FileDescriptor>> listeners() const;
  // Takes no more connections and serves those it has, as one that was succeeded. What comes waits, while
  // somebody has the listeners.
  void retire();
  uint64_t next_observation() const;
  // Of one that was succeeded or retired: no connection is left.
  bool deserted() const;
  ~Gateway() override;  // stops at once

  net::Address address() const;
  // Where clients reach it: http://127.0.0.1:8400, or unix:/path.
  std::string url() const;
  std::vector<BackendStatus> backends() const;
  int64_t count() const override;
  int64_t dropped_observations() const;
  // Clients that did not agree with us on TLS.
  int64_t failed_handshakes() const;
  // Requests that wait for room now, and those for which none came in time.
  int64_t waiting() const;
  int64_t kept_waiting() const;
  // Requests that went to a backend of another zone.
  int64_t zone_spills() const;
  // From the next request on; 0 to 100. A name that there is not is left alone.
  void set_weight(std::string_view backend, double weight);
  // So many requests are at the engine of that backend now, as it tells itself.
  void note_engine_load(std::string_view backend, double requests) const;
  // Takes no more connections and lets running answers end, for at most timeouts.drain; those that still run
  // then end with an error of ours, and count as shed.
  void drain();

 private:
  struct Parts;
  explicit Gateway(std::unique_ptr<Parts> parts);
  static Result<std::unique_ptr<Parts>> prepare(GatewayOptions options, const Heritage& heritage,
                                                net::Listeners listeners);
  Result<void> open();
  std::unique_ptr<Parts> parts_;
};

}  // namespace foreshock::gateway
