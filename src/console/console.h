#pragma once
// The dashboard: the page, its JSON under /api/v1 (docs/api.md) and the health paths. Hands out routes; opens
// no socket.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "console/gatekeeper.h"
#include "core/learning.h"
#include "core/ports.h"
#include "core/signal_catalog.h"
#include "net/route.h"
#include "store/store.h"

namespace foreshock::console {

struct BackendStatus {
  std::string name, url, kind;
  bool healthy = false;
  std::string_view doubt = "none";  // why it is avoided: unreachable, failing, unhealthy, outlier
};

struct DeviceStatus {
  size_t index = 0;
  std::string name, uuid;
  std::vector<std::string> backends;  // that it serves
};

struct Status {
  std::string version;
  Instant started;
  std::string gateway;  // its address; empty when there is none
  std::vector<BackendStatus> backends;
  std::vector<std::string> replicas;  // that a dial can be set for; none: any
  bool draining = false;              // it stops: nothing more is taken
  int64_t in_flight = 0;
  uint64_t dropped_observations = 0;
  Learning learning;
  std::vector<DeviceStatus> devices{};  // of this machine
  std::string no_devices{};             // why none is read
};

// What is known of a kind of cause, besides its name; in English.
struct CauseText {
  std::string_view name, what, advice;
};

// A show of a service that goes wrong, which people begin and begin anew.
class DemoSwitch {
 public:
  enum class State : uint8_t { preparing, ready, running };
  virtual ~DemoSwitch() = default;
  virtual State state() const = 0;
  virtual Autonomy autonomy() const = 0;  // of the policy that answers
  virtual void begin() = 0;               // it goes wrong now; nothing while it runs
  virtual void reset() = 0;               // all is well again, and nothing is known of it; then it waits
};

struct ConsoleSources {
  const store::Store& store;
  Signals signals;
  const Clock& clock;
  std::function<Status()> status;                  // cheap, callable from the server's thread
  std::span<const std::string_view> dimensions{};  // that a stratum may have; none: any
  DialBoard* dials = nullptr;                      // without them nothing can be turned
  Approvals* approvals = nullptr;
  std::function<std::vector<Stratum>(const Observation&)> strata_of{};  // that it belongs to; none: the total
  std::span<const CauseText> causes{};
  // Lines of the audit log, newest first, at most so many; none: there is no such log.
  std::function<std::vector<std::string>(size_t)> audit{};
  DemoSwitch* demo = nullptr;
  std::shared_ptr<Gatekeeper> gate{};  // none: one for whoever sits at this machine
  AuditLog* deeds = nullptr;           // where what is done to the demo is noted
  Actuator* engines = nullptr;         // without it engines are told nothing
  const FineHistory* fine = nullptr;
};

// What SOURCES refers to must outlive the routes. An answer reads the disk.
std::vector<net::Route> routes(ConsoleSources sources);

}  // namespace foreshock::console
