#pragma once
// Reads the metrics and the health of each backend, again and again.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collect/options.h"
#include "core/ports.h"
#include "net/http_client.h"
#include "net/task_group.h"

namespace foreshock::collect {

struct CollectedBackend {
  std::string name;
  std::string url;  // of its API; the pages stand at the root of its host
  net::TlsTrust trust{};
  bool may_have_props = true;  // llama.cpp's server, or an engine that is not known
};

class Collector {
 public:
  // The version that REPLICA answers with, as far as known; on the thread of IO.
  using VersionOf = std::function<std::string(const std::string& replica)>;

  // Begins at once, on the thread of IO. Samples go to SERIES: those of signals/signals.cpp that are read off
  // metrics pages; uptime (s); health, 1 or 0, where there is a health page; scrape_time (s); series_missing,
  // 1 where a page that was there gives nothing; context_window (tokens) and asleep, 1 or 0, where there is
  // a page of properties. All outlive it.
  Collector(net::IoThread& io, const Clock& clock, const std::vector<CollectedBackend>& backends,
            const CollectOptions& options, SeriesSink& series, VersionOf version_of);
  ~Collector();  // stops

 private:
  struct Target;
  net::Awaitable<void> watch_metrics(Target& target);
  net::Awaitable<void> watch_health(Target& target);
  net::Awaitable<void> watch_props(Target& target);
  // The body of a good answer; STATUS 0: none came.
  struct Answer {
    int status = 0;
    std::string body;
  };
  net::Awaitable<Answer> ask(Target& target, std::string_view page);
  void tell(const Target& target, std::vector<std::pair<std::string_view, double>> values, Instant at);

  const Clock& clock_;
  const CollectOptions options_;
  SeriesSink& series_;
  const VersionOf version_of_;
  std::vector<std::unique_ptr<Target>> targets_;
  net::TaskGroup tasks_;  // last: it ends before what its tasks use
};

}  // namespace foreshock::collect
