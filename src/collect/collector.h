#pragma once
// Reads the metrics, the health and the identity of each backend, again and again.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/backend_pages.h"
#include "collect/fine_samples.h"
#include "collect/options.h"
#include "collect/roster.h"
#include "core/ports.h"
#include "net/task_group.h"

namespace foreshock::collect {

// Where what is read goes. All outlive the collector.
struct CollectorPorts {
  // Samples of the signals of signals/signals.cpp that are read off metrics pages; uptime (s); health, 1 or
  // 0, where there is a health page; scrape_time (s); series_missing, 1 where a page that was there gives
  // nothing; context_window (tokens) and asleep, 1 or 0, where there is a page of properties.
  SeriesSink& series;
  FineSamples& fine;
  Roster& roster;
  EventSink& events;  // engines of another version than before
  // The version that REPLICA answers with, as far as known; on the thread of IO.
  std::function<std::string(const std::string& replica)> version_of;
};

class Collector {
 public:
  // Begins at once, on the thread of IO.
  Collector(net::IoThread& io, const Clock& clock, const std::vector<CollectedBackend>& backends,
            const CollectOptions& options, CollectorPorts ports);
  ~Collector();  // stops

 private:
  struct Target;
  using Values = std::vector<std::pair<std::string_view, double>>;
  net::Awaitable<void> watch_metrics(Target& target);
  net::Awaitable<void> watch_health(Target& target);
  net::Awaitable<void> watch_props(Target& target);
  net::Awaitable<void> watch_identity(Target& target);
  void note_page(Target& target, const BackendPages::Answer& answer, Instant begun);
  void note_identity(const std::string& replica, EngineIdentity identity);
  void tell(const Target& target, const Values& values, Instant at);

  const Clock& clock_;
  const CollectOptions options_;
  const CollectorPorts ports_;
  std::vector<std::unique_ptr<Target>> targets_;
  net::TaskGroup tasks_;  // last: it ends before what its tasks use
};

}  // namespace foreshock::collect
