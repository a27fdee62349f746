#include "cli/service.h"

#include <filesystem>

#include "bench/light_load.h"
#include "cli/analysis.h"
#include "cli/audit_file.h"
#include "cli/cause_texts.h"
#include "cli/demo.h"
#include "cli/gateway_succession.h"
#include "cli/gauges.h"
#include "cli/identity_secret.h"
#include "cli/observation_flow.h"
#include "cli/version.h"
#include "collect/collector.h"
#include "console/console.h"
#include "console/replies.h"
#include "core/log.h"
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
  Config config;  // as it stands
  bool own_backends = false;
  std::unique_ptr<store::Store> store;
  std::shared_ptr<service_impl::Dials> dials;
  std::unique_ptr<telemetry::Metrics> metrics;
  std::unique_ptr<Analysis> analysis;
  std::unique_ptr<ObservationFlow> flow;
  std::unique_ptr<enginesim::SimulatedEngine> engine;
  std::unique_ptr<Demo> demo;
  std::unique_ptr<GatewaySuccession> gateways;
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
  FORESHOCK_CHECK(service->start_gateway(options.config.gateway, options.first_observation,
                                         std::move(options.listeners)));
  service->start_collector(options.config);
  FORESHOCK_CHECK(service->start_console(options.config.console));
  if (simulated && options.light_load && service->gateway_url().starts_with("http://")) {
    FORESHOCK_CHECK(service->start_load());
  }
  if (options.demo) {
    FORESHOCK_CHECK(service->parts_->demo->play(service->gateway_url(), options.demo_waits));
  }
  service->parts_->own_backends = simulated || options.demo;
  service->parts_->config = std::move(options.config);
  return service;
}

Result<void> Service::open_store(const Config& config) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(parts.store, store::Store::open(config.store, parts.clock, signals::signal_specs()));
  const std::string audit_log = (std::filesystem::path(config.store.data_dir) / "audit.jsonl").string();
  parts.dials = std::make_shared<service_impl::Dials>(audit_log);
  parts.secret = identity_secret((std::filesystem::path(config.store.data_dir) / "identity").string());
  parts.metrics = std::make_unique<telemetry::Metrics>(telemetry::MetricsSources{
      std::string(version), parts.clock, *parts.store, [&parts] {
        return parts.gateways ? static_cast<uint64_t>(parts.gateways->dropped_observations()) : 0;
      }});
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

Result<void> Service::start_gateway(const gateway::GatewayOptions& options, uint64_t first_observation,
                                    std::vector<FileDescriptor> listeners) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(auto first,
                gateway::Gateway::start(options, parts.clock, *parts.flow, *parts.flow,
                                        std::max(first_observation, parts.store->next_observation_number()),
                                        {.dials = &parts.dials->board,
                                         .events = parts.flow.get(),
                                         .secret = parts.secret,
                                         .pairs = parts.pairs},
                                        std::move(listeners)));
  parts.gateways = std::make_unique<GatewaySuccession>(std::move(first));
  return {};
}

void Service::start_collector(const Config& config) {
  Parts& parts = *parts_;
  std::vector<collect::CollectedBackend> backends;
  for (const auto& backend : config.gateway.backends)
    // A service for hire shows no metrics.
    if (backend.kind != "openai" || !backend.url.starts_with("https:"))
      backends.push_back({backend.name, backend.url, {backend.ca_file, backend.verify}});
  parts.collector = std::make_unique<collect::Collector>(
      parts.collect_io, parts.clock, backends, config.collect, *parts.flow,
      [&parts](const std::string& replica) { return parts.flow->version_of(replica); });
}

console::Status Service::status() const {
  console::Status status;
  status.version = version;
  status.started = parts_->started;
  status.gateway = gateway_url();
  for (const auto& backend : parts_->gateways->now()->backends())
    status.backends.push_back({backend.name, backend.url, backend.kind, backend.healthy, backend.doubt});
  status.in_flight = parts_->gateways->in_flight();
  status.dropped_observations = static_cast<uint64_t>(parts_->gateways->dropped_observations());
  return status;
}

Result<void> Service::start_console(const console::ConsoleOptions& options) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(const net::Address address, net::parse_address(options.listen));
  const auto gate = console::Gatekeeper::make(options, parts.clock, &parts.dials->audit);
  auto routes = console::routes(
      {*parts.store, signals::signal_specs(), parts.clock, [this] { return status(); }, parts.dimensions,
       &parts.dials->board, &parts.dials->pending,
       [&parts](const Observation& observation) { return signals::strata_of(observation, parts.pairs); },
       cause_texts(), [&parts](size_t limit) { return parts.dials->audit.newest(limit); }, parts.demo.get(),
       gate, &parts.dials->audit});
  auto metrics = telemetry::metrics_route(*parts.metrics,
                                          [&parts] { return gauges_of(*parts.gateways, *parts.analysis); });
  routes.push_back(console::guarded(gate->protect(std::move(metrics))));
  FORESHOCK_TRY(parts.console,
                net::HttpServer::listen(parts.console_io, address, net::serve_routes(std::move(routes))));
  return {};
}

// A service that brought its own backends keeps them.
Result<void> Service::reload(Config config) {
  Parts& parts = *parts_;
  if (parts.own_backends) config.gateway.backends = parts.config.gateway.backends;
  FORESHOCK_CHECK(parts.gateways->succeed(config.gateway));
  for (const std::string& key : changed_until_restart(parts.config, config))
    log::warn("cli", fmt::format("{} changed, and holds from the next start on", key));
  parts.collector.reset();
  start_collector(config);
  parts.config = std::move(config);
  log::info("cli", "the configuration was read again: it holds for new connections");
  return {};
}

Result<std::vector<FileDescriptor>> Service::listeners() const {
  return parts_->gateways->now()->listeners();
}

uint64_t Service::give_place() {
  Parts& parts = *parts_;
  parts.load.reset();
  parts.gateways->retire();
  parts.collector.reset();
  parts.console.reset();
  parts.flow->close();
  parts.analysis.reset();
  parts.metrics.reset();
  parts.store.reset();
  return parts.gateways->now()->next_observation();
}

bool Service::deserted() const {
  return parts_->gateways->deserted();
}

Result<void> Service::start_load() {
  FORESHOCK_TRY(parts_->load, bench::start_light_load(parts_->load_io, parts_->clock, gateway_url()));
  return {};
}

Service::Service(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Service::~Service() {
  parts_->load.reset();
  if (parts_->demo) parts_->demo->stop_users();
  if (parts_->gateways) parts_->gateways->drain();
  parts_->console.reset();
  parts_->gateways.reset();
}

std::string Service::gateway_url() const {
  return parts_->gateways->now()->url();
}
std::string Service::console_url() const {
  return service_impl::url_of(parts_->console->address());
}

}  // namespace foreshock::cli
