#pragma once
// Our own page for Prometheus (docs/metrics.md): counts what it takes. Safe to call from any thread.
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/ports.h"
#include "net/route.h"
#include "store/store.h"
#include "telemetry/request_counts.h"
#include "wire/prometheus_text.h"

namespace foreshock::telemetry {

// A value that another room wants on the page, read when the page is asked for. Those of one name follow each
// other.
struct Gauge {
  std::string name;  // with its unit: foreshock_in_flight_requests
  std::string help;
  double value = 0;
  wire::Labels labels;  // bounded
};

struct MetricsSources {
  std::string version;
  const Clock& clock;
  const store::Store& store;
  std::function<uint64_t()> dropped_observations;
};

class Metrics final : public ObservationSink {
 public:
  // What SOURCES refers to must outlive the metrics.
  explicit Metrics(MetricsSources sources);

  void take(const Observation& observation) override;
  // As of now.
  std::string page(std::span<const Gauge> extra = {}) const;

 private:
  const MetricsSources sources_;
  const Instant started_;
  mutable std::mutex mutex_;
  RequestCounts counts_;
};

// GET /metrics. METRICS must outlive the route; EXTRA is called for each page, on the server's thread.
net::Route metrics_route(const Metrics& metrics, std::function<std::vector<Gauge>()> extra);

}  // namespace foreshock::telemetry
