#pragma once
// What a service is made of. For service.cpp and service_start.cpp alone.
#include <memory>
#include <string>
#include <vector>

#include "bench/light_load.h"
#include "cli/analysis.h"
#include "cli/audit_file.h"
#include "cli/collected_samples.h"
#include "cli/demo.h"
#include "cli/gateway_succession.h"
#include "cli/observation_flow.h"
#include "cli/service.h"
#include "collect/collector.h"
#include "collect/engine_control.h"
#include "collect/house.h"
#include "collect/source_watch.h"
#include "enginesim/server.h"
#include "mitigate/lease_board.h"
#include "mitigate/pending_actions.h"
#include "net/http_server.h"
#include "net/io.h"
#include "signals/signal.h"
#include "store/store.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {
namespace service_impl {

// What is turned, and by whom.
struct Dials {
  explicit Dials(const std::string& audit_log) : audit(audit_log) {}
  AuditFile audit;
  mitigate::LeaseBoard board{audit};
  mitigate::PendingActions pending{board, audit};
};

inline std::string url_of(const net::Address& address) {
  return "http://" + net::to_text(address);
}

}  // namespace service_impl

// In the order in which they depend on each other; they end the other way round.
struct Service::Parts {
  RealClock clock;
  net::IoThread engine_io{"engine"};
  net::IoThread console_io{"console"};
  net::IoThread collect_io{"collect"};
  net::IoThread load_io;
  Instant started = clock.now();
  gateway::HashKey secret;
  signals::StratumPairs pairs;
  std::vector<std::string_view> dimensions;
  Config config;  // as it stands
  bool own_backends = false;
  std::shared_ptr<SignalCatalog> signals = std::make_shared<SignalCatalog>(signals::signal_specs());
  std::unique_ptr<store::Store> store;
  std::shared_ptr<service_impl::Dials> dials;
  std::unique_ptr<telemetry::Metrics> metrics;
  std::unique_ptr<Analysis> analysis;
  std::unique_ptr<ObservationFlow> flow;
  std::unique_ptr<enginesim::SimulatedEngine> engine;
  std::unique_ptr<Demo> demo;
  std::unique_ptr<GatewaySuccession> gateways;
  std::unique_ptr<CollectedSamples> collected;
  collect::FineSamples fine_samples;
  std::unique_ptr<collect::FineTap> fine_tap;
  collect::Roster roster;
  std::unique_ptr<collect::ToldByPages> told;
  std::unique_ptr<collect::Collector> collector;
  std::unique_ptr<collect::EngineControl> engines;
  collect::DevicesBoard devices;
  std::unique_ptr<collect::House> house;
  std::unique_ptr<collect::SourceWatch> source_watch;
  std::unique_ptr<net::HttpServer> console;
  std::unique_ptr<bench::LoadRun> load;

  void stop_collecting() {
    source_watch.reset();
    house.reset();
    collector.reset();
  }
};

}  // namespace foreshock::cli
