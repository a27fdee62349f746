#pragma once
// The dashboard: the page, its JSON under /api/v1 (docs/api.md) and the health paths. Hands out routes; opens
// no socket.
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ports.h"
#include "core/signal_spec.h"
#include "net/route.h"
#include "store/store.h"

namespace foreshock::console {

struct BackendStatus {
  std::string name, url, kind;
  bool healthy = false;
};

struct Status {
  std::string version;
  Instant started;
  std::string gateway;  // its address; empty when there is none
  std::vector<BackendStatus> backends;
  int64_t in_flight = 0;
  uint64_t dropped_observations = 0;
};

struct ConsoleSources {
  const store::Store& store;
  std::span<const SignalSpec> signals;
  const Clock& clock;
  std::function<Status()> status;                  // cheap, callable from the server's thread
  std::span<const std::string_view> dimensions{};  // that a stratum may have; none: any
  DialBoard* dials = nullptr;                      // without them nothing can be turned
  Approvals* approvals = nullptr;
  std::function<std::vector<Stratum>(const Observation&)> strata_of{};  // that it belongs to; none: the total
};

// What SOURCES refers to must outlive the routes. An answer reads the disk.
std::vector<net::Route> routes(ConsoleSources sources);

}  // namespace foreshock::console
