#pragma once
// One backend as all workers share it.
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.h"
#include "core/result.h"
#include "gateway/options.h"
#include "mitigate/breaker.h"
#include "net/tcp.h"
#include "net/tls_context.h"
#include "wire/url.h"

namespace foreshock::gateway {

struct Backend {
  explicit Backend(const mitigate::BreakerOptions& options) : breaker(options) {}

  size_t index = 0;  // among all
  std::string name;
  std::string kind;
  std::string api_key;
  wire::Url url;
  net::TlsContext tls;  // of https
  // As its name was looked up last; never empty.
  std::atomic<std::shared_ptr<const std::vector<net::SocketAddress>>> addresses;
  std::atomic<double> weight{1};  // BackendOptions::weight, as it stands now
  std::atomic<int64_t> in_flight{0};
  std::atomic<bool> reachable{true};  // as the last attempt to connect found
  std::atomic<Instant> avoid_until{Instant::min()};
  mitigate::Breaker breaker;

  void note_connected();
  // The next attempts go elsewhere for a moment, if there is an elsewhere; then a probe looks whether it is
  // back.
  void note_refused(Instant now, std::string_view why);
  // A request to it is over.
  void note_ended(mitigate::Outcome outcome, Instant now);
  // It said that it has no room, and when it may have some.
  void note_busy(Duration retry_after, Instant now);
  bool admits(Instant now) const {
    return avoid_until.load() <= now && breaker.trust(now) != mitigate::Trust::none;
  }
  bool healthy(Instant now) const { return reachable && breaker.trust(now) == mitigate::Trust::full; }
  bool wants_probe(Instant now) const { return !reachable && avoid_until.load() <= now; }
};
using LookUp = std::function<Result<std::vector<net::SocketAddress>>(const net::Address&)>;
using Backends = std::vector<std::unique_ptr<Backend>>;

// LOOK_UP resolves the host: blocks, at start-up. Errors: bad_config, backend_unreachable, naming the
// backend.
Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options,
                                              const mitigate::BreakerOptions& breaker, const LookUp& look_up);

}  // namespace foreshock::gateway
