#include "cli/service.h"

#include <fmt/format.h>

#include "cli/service_parts.h"
#include "cli/version.h"
#include "core/log.h"

namespace foreshock::cli {

console::Status Service::status() const {
  console::Status status;
  status.version = version;
  status.started = parts_->started;
  status.gateway = gateway_url();
  for (const auto& backend : parts_->gateways->now()->backends())
    status.backends.push_back({backend.name, backend.url, backend.kind, backend.healthy, backend.doubt});
  status.draining = parts_->gateways->draining();
  status.in_flight = parts_->gateways->in_flight();
  status.dropped_observations = static_cast<uint64_t>(parts_->gateways->dropped_observations());
  status.replicas = replicas();
  status.learning = parts_->analysis->learning();
  return status;
}

// Those that answered, and the backends that may.
std::vector<std::string> Service::replicas() const {
  std::set<std::string> names = parts_->flow->replicas();
  for (const auto& backend : parts_->gateways->now()->backends()) names.insert(backend.name);
  return {names.begin(), names.end()};
}

// A service that brought its own backends keeps them.
Result<void> Service::reload(Config config) {
  Parts& parts = *parts_;
  if (parts.own_backends) config.gateway.backends = parts.config.gateway.backends;
  FORESHOCK_CHECK(parts.gateways->succeed(config.gateway));
  for (const std::string& key : changed_until_restart(parts.config, config))
    log::warn("cli", fmt::format("{} changed, and holds from the next start on", key));
  parts.source_watch.reset();
  parts.collector.reset();
  start_collector(config);
  parts.config = std::move(config);
  log::info("cli", "the configuration was read again: it holds for new connections");
  return {};
}

Config Service::config() const {
  Config config = parts_->config;
  if (parts_->own_backends) config.gateway.backends.clear();
  return config;
}

Result<std::vector<FileDescriptor>> Service::listeners() const {
  return parts_->gateways->now()->listeners();
}

uint64_t Service::give_place() {
  Parts& parts = *parts_;
  parts.load.reset();
  parts.gateways->retire();
  parts.source_watch.reset();
  parts.collector.reset();
  parts.console.reset();
  parts.flow->close();
  parts.analysis.reset();
  parts.metrics.reset();
  parts.store.reset();
  return parts.gateways->now()->next_observation();
}

uint64_t Service::unmeasured() const {
  return parts_->flow->unmeasured();
}

void Service::keep_place() {
  parts_->gateways->take_socket_file();
}

bool Service::deserted() const {
  return parts_->gateways->deserted();
}

Service::Service(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Service::~Service() {
  parts_->load.reset();
  if (parts_->demo) parts_->demo->stop_users();
  if (parts_->gateways) parts_->gateways->drain();
  parts_->source_watch.reset();
  parts_->collector.reset();
  parts_->console.reset();
  parts_->gateways.reset();
}

std::string Service::gateway_url() const {
  return parts_->gateways->now()->url();
}
std::optional<Autonomy> Service::demo_autonomy() const {
  return parts_->demo ? std::optional(parts_->demo->autonomy()) : std::nullopt;
}
std::string Service::console_url() const {
  const bool secure = !parts_->config.console.tls.certificate.empty();
  return fmt::format("{}://{}", secure ? "https" : "http", net::to_text(parts_->console->address()));
}

}  // namespace foreshock::cli
