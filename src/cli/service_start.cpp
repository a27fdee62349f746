// How a service starts, part by part.
#include <algorithm>
#include <filesystem>

#include "cli/cause_texts.h"
#include "cli/gauges.h"
#include "cli/identity_secret.h"
#include "cli/service_parts.h"
#include "cli/tls_files.h"
#include "cli/version.h"
#include "console/audit_note.h"
#include "console/console.h"
#include "console/replies.h"
#include "core/log.h"
#include "gateway/gateway.h"
#include "signals/signal.h"
#include "signals/strata.h"

namespace foreshock::cli {

Result<std::unique_ptr<Service>> Service::start(ServiceOptions options) {
  std::unique_ptr<Service> service(new Service(std::make_unique<Parts>()));
  service->parts_->pairs = options.config.strata.pairs;
  service->parts_->dimensions = signals::stratum_dimensions(service->parts_->pairs);
  FORESHOCK_CHECK(service->open_store(options.config));
  service->start_analysis(options.config, options.demo ? demo_lesson() : Teach());
  if (options.demo) {
    FORESHOCK_CHECK(service->start_demo(options.config));
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
      AnalysisHouse{parts.clock, *parts.store, parts.dials->board, pending, parts.signals},
      AnalysisHooks{std::move(teach), {}});
  parts.flow = std::make_unique<ObservationFlow>(*parts.store, *parts.analysis, *parts.metrics, parts.pairs);
}

Result<void> Service::start_demo(Config& config) {
  Parts& parts = *parts_;
  const auto forget = [&parts] {
    const Instant now = parts.clock.now();
    for (const Lease& lease : parts.dials->board.list(now))
      (void)parts.dials->board.undo(lease.setting.dial, lease.setting.scope, {"demo", true, {}}, now);
    parts.analysis->start_over();
  };
  FORESHOCK_TRY(parts.demo,
                Demo::start(config.gateway.backends, {[&parts] { return parts.analysis->ready(); }, forget,
                                                      config.mitigate.draft_length}));
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
                                         .signals = parts.signals.get(),
                                         .secret = parts.secret,
                                         .replicas = [&parts] { return parts.flow->replicas(); },
                                         .pairs = parts.pairs},
                                        std::move(listeners)));
  parts.gateways = std::make_unique<GatewaySuccession>(std::move(first));
  return {};
}

void Service::start_collector(const Config& config) {
  Parts& parts = *parts_;
  if (!parts.engines)
    parts.engines = std::make_unique<collect::EngineControl>(
        parts.collect_io, parts.clock, parts.roster,
        [&parts](const EngineDeed& deed) { parts.dials->audit.append(console::audit_note(deed)); });
  std::vector<collect::CollectedBackend> backends;
  for (const auto& backend : config.gateway.backends)
    // A service for hire shows no metrics.
    if (backend.kind != "openai" || !backend.url.starts_with("https:"))
      backends.push_back(
          {backend.name, backend.url, {backend.ca_file, backend.verify}, backend.kind, backend.api_key});
  parts.collected = std::make_unique<CollectedSamples>(*parts.flow, *parts.gateways);
  const auto version_of = [&parts](const std::string& replica) { return parts.flow->version_of(replica); };
  parts.told = std::make_unique<collect::ToldByPages>(*parts.collected, parts.clock.now(),
                                                      3 * config.collect.every + config.collect.timeout);
  parts.collector = std::make_unique<collect::Collector>(
      parts.collect_io, parts.clock, backends, config.collect,
      collect::CollectorPorts{*parts.told, parts.fine_samples, parts.roster, *parts.flow, version_of});
  parts.engines->serve(backends);
  parts.source_watch =
      std::make_unique<collect::SourceWatch>(parts.collect_io, parts.clock, config.sources, *parts.flow);
  if (parts.demo) {  // what goes wrong there is simulated: this machine has no part in it
    parts.devices.write({"a demo reads none", {}});
    return;
  }
  parts.fine_tap = std::make_unique<collect::FineTap>(*parts.flow, parts.fine_samples);
  std::vector<collect::HouseBackend> places;
  for (const auto& backend : config.gateway.backends) places.push_back({backend.name, backend.url});
  parts.house = std::make_unique<collect::House>(
      collect::House::World{parts.clock, *parts.fine_tap, *parts.told, parts.devices, version_of}, places,
      config.collect);
}

Result<void> Service::start_console(const console::ConsoleOptions& options) {
  Parts& parts = *parts_;
  FORESHOCK_TRY(const net::Address address, net::parse_address(options.listen));
  const auto gate = console::Gatekeeper::make(options, parts.clock, &parts.dials->audit);
  auto routes = console::routes(
      {*parts.store, parts.signals, parts.clock, [this] { return status(); }, parts.dimensions,
       &parts.dials->board, &parts.dials->pending,
       [&parts](const Observation& observation) { return signals::strata_of(observation, parts.pairs); },
       cause_texts(), [&parts](size_t limit) { return parts.dials->audit.newest(limit); }, parts.demo.get(),
       gate, &parts.dials->audit, parts.engines.get(), &parts.fine_samples});
  auto metrics = telemetry::metrics_route(
      *parts.metrics, [&parts] { return gauges_of(*parts.gateways, *parts.analysis, parts.fine_samples); });
  routes.push_back(console::guarded(gate->protect(std::move(metrics))));
  FORESHOCK_TRY(auto tls, console_tls(options.tls));
  FORESHOCK_TRY(parts.console,
                net::HttpServer::listen(parts.console_io, address, net::serve_routes(std::move(routes)), {},
                                        nullptr, std::move(tls)));
  return {};
}

Result<void> Service::start_load() {
  FORESHOCK_TRY(parts_->load, bench::start_light_load(parts_->load_io, parts_->clock, gateway_url()));
  return {};
}

}  // namespace foreshock::cli
