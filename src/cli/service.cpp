#include "cli/service.h"

#include <filesystem>

#include <fmt/format.h>

#include "bench/light_load.h"
#include "cli/analysis.h"
#include "cli/audit_file.h"
#include "cli/demo.h"
#include "cli/gauges.h"
#include "cli/identity_secret.h"
#include "cli/observation_flow.h"
#include "cli/version.h"
#include "collect/collector.h"
#include "console/console.h"
#include "core/log.h"
#include "diagnose/causes.h"
#include "enginesim/server.h"
#include "gateway/gateway.h"
#include "mitigate/lease_board.h"
#include "mitigate/pending_actions.h"
#include "net/http_server.h"
#include "net/io.h"
#include "signals/signal.h"
#include "signals/strata.h"
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

std::string url_of(const net::Address& address) {
  return "http://" + net::to_text(address);
}

std::span<const console::CauseText> cause_texts() {
  static const std::vector<console::CauseText> all = [] {
    std::vector<console::CauseText> texts;
    for (const diagnose::CauseKind& kind : diagnose::cause_kinds())
      texts.push_back({kind.name, kind.what, kind.advice});
    return texts;
  }();
  return all;
}

}  // namespace service_impl

// In the order in which they depend on each other; they end the other way round.
struct Service::Parts {
  RealClock clock;
  net::IoThread engine_io;
  net::IoThread console_io;
  net::IoThread collect_io;
  net::IoThread load_io;
  Instant started = clock.now();
  gateway::HashKey secret;
  signals::StratumPairs pairs;
  std::vector<std::string_view> dimensions;
  std::unique_ptr<store::Store> store;
  std::shared_ptr<service_impl::Dials> dials;
  std::unique_ptr<telemetry::Metrics> metrics;
  std::unique_ptr<Analysis> analysis;
  std::unique_ptr<ObservationFlow> flow;
  std::unique_ptr<enginesim::SimulatedEngine> engine;
  std::unique_ptr<Demo> demo;
  std::unique_ptr<gateway::Gateway> gateway;
  std::unique_ptr<collect::Collector> collector;
  std::unique_ptr<net::HttpServer> console;
  std::unique_ptr<bench::LoadRun> load;
};

Result<std::unique_ptr<Service>> Service::start(ServiceOptions options) {
  std::unique_ptr<Service> service(new Service(std::make_unique<Parts>()));
  service->parts_->pairs = options.config.strata.pairs;
  service->parts_->dimensions = signals::stratum_dimensions(service->parts_->pairs);
  FORESHOCK_CHECK(service->open_store(options.config));
  service->start_analysis(options.config, options.demo ? demo_lesson() : Teach());
  if (options.demo) {
    FORESHOCK_CHECK(service->start_demo(options.config.gateway.backends));
  }
  const bool simulated = options.config.gateway.backends.empty();
  if (simulated) {
    FORESHOCK_CHECK(service->start_engine(options.config.gateway.backends));
  }
  FORESHOCK_CHECK(service->start_gateway(options.config.gateway));
  service->start_collector(options.config);
  FORESHOCK_CHECK(service->start_console(options.config.console));
  if (simulated && options.light_load) {
    FORESHOCK_CHECK(service->start_load());
  }
  if (options.demo) {
    FORESHOCK_CHECK(service->parts_->demo->play(service->gateway_url(), options.demo_waits));
  }
  return service;
}

Result<void> Service::open_store(const Config& config) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(parts.store, store::Store::open(config.store, parts.clock, signals::signal_specs()));
  const std::string audit_log = (std::filesystem::path(config.store.data_dir) / "audit.jsonl").string();
  parts.dials = std::make_shared<service_impl::Dials>(audit_log);
  parts.secret = identity_secret((std::filesystem::path(config.store.data_dir) / "identity").string());
  parts.metrics = std::make_unique<telemetry::Metrics>(telemetry::MetricsSources{
      std::string(version), parts.clock, *parts.store,
      [&parts] { return parts.gateway ? static_cast<uint64_t>(parts.gateway->dropped_observations()) : 0; }});
  return {};
}

void Service::start_analysis(const Config& config, Teach teach) {
  Parts& parts = *parts_;
  const std::shared_ptr<mitigate::PendingActions> pending(parts.dials, &parts.dials->pending);
  parts.analysis = std::make_unique<Analysis>(
      config.analysis, config.mitigate,
      AnalysisHouse{parts.clock, *parts.store, parts.dials->board, pending, signals::signal_specs()},
      AnalysisHooks{std::move(teach), {}});
  parts.flow = std::make_unique<ObservationFlow>(*parts.store, *parts.analysis, *parts.metrics, parts.pairs);
}

Result<void> Service::start_demo(std::vector<gateway::BackendOptions>& backends) {
  Parts& parts = *parts_;
  const auto forget = [&parts] {
    const Instant now = parts.clock.now();
    for (const Lease& lease : parts.dials->board.list(now))
      (void)parts.dials->board.undo(lease.setting.dial, lease.setting.scope, {"demo", true, {}}, now);
    parts.analysis->start_over();
  };
  FORESHOCK_TRY(parts.demo, Demo::start(backends, {[&parts] { return parts.analysis->ready(); }, forget}));
  return {};
}

Result<void> Service::start_engine(std::vector<gateway::BackendOptions>& backends) {
  Parts& parts = *parts_;
  enginesim::SimulatedEngineOptions options;
  options.any_model = true;  // whoever only looks around need not know its name
  options.speed = 2;         // about 60 tokens/s a stream: the light load keeps it lively, not full
  FORESHOCK_TRY(parts.engine, enginesim::SimulatedEngine::start(parts.engine_io, net::Address{"127.0.0.1", 0},
                                                                options, parts.clock));
  backends.push_back({"simulated", service_impl::url_of(parts.engine->address()), "simulated", ""});
  return {};
}

Result<void> Service::start_gateway(const gateway::GatewayOptions& options) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(parts.gateway, gateway::Gateway::start(options, parts.clock, *parts.flow, *parts.flow,
                                                       parts.store->next_observation_number(),
                                                       {.dials = &parts.dials->board,
                                                        .events = parts.analysis.get(),
                                                        .secret = parts.secret,
                                                        .pairs = parts.pairs}));
  return {};
}

void Service::start_collector(const Config& config) {
  Parts& parts = *parts_;
  std::vector<collect::CollectedBackend> backends;
  for (const auto& backend : config.gateway.backends) backends.push_back({backend.name, backend.url});
  parts.collector = std::make_unique<collect::Collector>(
      parts.collect_io, parts.clock, backends, config.collect, *parts.flow,
      [&parts](const std::string& replica) { return parts.flow->version_of(replica); });
}

console::Status Service::status() const {
  console::Status status;
  status.version = version;
  status.started = parts_->started;
  status.gateway = gateway_url();
  for (const auto& backend : parts_->gateway->backends())
    status.backends.push_back({backend.name, backend.url, backend.kind, backend.healthy, backend.doubt});
  status.in_flight = parts_->gateway->count();
  status.dropped_observations = static_cast<uint64_t>(parts_->gateway->dropped_observations());
  return status;
}

Result<void> Service::start_console(const std::string& listen) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(const net::Address address, net::parse_address(listen));
  auto routes = console::routes(
      {*parts.store, signals::signal_specs(), parts.clock, [this] { return status(); }, parts.dimensions,
       &parts.dials->board, &parts.dials->pending,
       [&parts](const Observation& observation) { return signals::strata_of(observation, parts.pairs); },
       service_impl::cause_texts(), [&parts](size_t limit) { return parts.dials->audit.newest(limit); },
       parts.demo.get()});
  routes.push_back(telemetry::metrics_route(*parts.metrics,
                                            [&parts] { return gauges_of(*parts.gateway, *parts.analysis); }));
  FORESHOCK_TRY(parts.console,
                net::HttpServer::listen(parts.console_io, address, net::serve_routes(std::move(routes))));
  return {};
}

Result<void> Service::start_load() {
  FORESHOCK_TRY(parts_->load, bench::start_light_load(parts_->load_io, parts_->clock, gateway_url()));
  return {};
}

Service::Service(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Service::~Service() {
  parts_->load.reset();
  if (parts_->demo) parts_->demo->stop_users();
  if (parts_->gateway) parts_->gateway->drain();
  parts_->console.reset();
  parts_->gateway.reset();
}

std::string Service::gateway_url() const {
  return service_impl::url_of(parts_->gateway->address());
}
std::string Service::console_url() const {
  return service_impl::url_of(parts_->console->address());
}

}  // namespace foreshock::cli
