#pragma once
// One backend as all workers share it.
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.h"
#include "core/result.h"
#include "gateway/health_check.h"
#include "gateway/options.h"
#include "mitigate/breaker.h"
#include "mitigate/health.h"
#include "mitigate/latency_estimate.h"
#include "mitigate/outliers.h"
#include "net/tcp.h"
#include "net/tls_context.h"
#include "wire/url.h"

namespace foreshock::gateway {

// Why a backend is avoided, the surest reason first.
enum class Doubt : uint8_t { none, unreachable, failing, unhealthy, outlier };
constexpr std::array<std::string_view, 5> doubt_names = {"none", "unreachable", "failing", "unhealthy",
                                                         "outlier"};

struct Backend {
  Backend(const mitigate::BreakerOptions& options, const BalanceOptions& balance)
      : first_token_time(balance.decay), token_time(balance.decay), breaker(options) {}

  size_t index = 0;       // among all
  uint64_t identity = 0;  // the same in every gateway, wherever it stands in the table
  std::string name;
  std::string kind;
  std::string zone;
  bool is_local = true;  // in the zone of the gateway, or in none
  std::string api_key;
  HealthCheck health_check;
  wire::Url url;
  net::TlsContext tls;  // of https
  // As its name was looked up last; empty while it is not known yet.
  std::atomic<std::shared_ptr<const std::vector<net::SocketAddress>>> addresses;
  std::atomic<double> weight{1};                           // BackendOptions::weight, as it stands now
  int64_t max_in_flight = 0;                               // 0: without a limit
  std::atomic<int64_t> in_flight{0};                       // until the last byte of the answer
  mitigate::LatencyEstimate first_token_time, token_time;  // since sent; between tokens
  std::atomic<bool> drained{false};                        // told to get no new requests
  std::atomic<bool> reachable{true};                       // as the last attempt to connect found
  std::atomic<Instant> avoid_until{Instant::min()};
  mitigate::Breaker breaker;
  mitigate::Health health;
  std::atomic<Instant> ejected_until{Instant::min()};  // it did worse than its peers

  void note_connected();
  // Counts one more in flight, where there is room.
  bool take_room();
  bool has_room() const { return max_in_flight == 0 || in_flight < max_in_flight; }
  // REQUESTS are at its engine, as that tells: those that are not ours are another's.
  void note_engine_load(double requests, Instant now);
  // Ours in flight, and others' as they were told last, if that is not too long ago: what an engine tells is
  // old, what we have sent since is not.
  int64_t load(Instant now) const;
  // The next attempts go elsewhere for a moment, if there is an elsewhere; then a probe looks whether it is
  // back.
  void note_refused(Instant now, std::string_view why);
  // A request to it is over.
  void note_ended(mitigate::Outcome outcome, Instant now);
  void note_first_token(Duration since_sent, Instant now);
  // What happened since the last call.
  mitigate::PeerTally take_tally();
  void eject(const mitigate::Ejection& ejection, Instant now);
  // It said that it has no room, and when it may have some.
  void note_busy(Duration retry_after, Instant now);
  // An answer came in lumps: somebody before it gathers what it says. Warns once an hour at most.
  void note_lumps(Instant now);
  int64_t streams_in_lumps() const { return streams_in_lumps_; }
  // A health check was made; WHAT came of it where it failed.
  void note_checked(bool passed, std::string_view what, const mitigate::HealthOptions& options);
  // As requests to it found.
  bool serves(Instant now) const {
    return avoid_until.load() <= now && breaker.trust(now) != mitigate::Trust::none;
  }
  // As others judge it: which may be wrong of many at once.
  bool is_well(Instant now) const { return health.is_well() && ejected_until.load() <= now; }
  bool admits(Instant now) const { return serves(now) && is_well(now); }
  Doubt doubt(Instant now) const;
  bool wants_probe(Instant now) const { return !reachable && avoid_until.load() <= now; }

 private:
  std::atomic<int64_t> others_{0};  // in flight at its engine
  std::atomic<Instant> others_told_{Instant::min()};
  std::atomic<int64_t> streams_in_lumps_{0};
  std::atomic<Instant> lumps_told_{Instant::min()};
  std::atomic<int64_t> ended_{0}, failed_{0}, first_tokens_{0}, first_token_nanoseconds_{0};
};
using LookUp = std::function<Result<std::vector<net::SocketAddress>>(const net::Address&)>;
using Backends = std::vector<std::unique_ptr<Backend>>;

// LOOK_UP resolves the host: blocks, at start-up. Errors: bad_config, backend_unreachable, naming the
// backend.
Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options, const GatewayOptions& house,
                                              const LookUp& look_up);

// All of OPTIONS; there must be one. Errors likewise.
Result<Backends> make_backends(const GatewayOptions& options, const LookUp& look_up);

}  // namespace foreshock::gateway
