#include "gateway/gateway.h"

#include <thread>

#include <fmt/format.h>

#include "core/log.h"
#include "gateway/client_connection.h"
#include "gateway/worker.h"
#include "net/listener.h"

namespace foreshock::gateway {

struct Gateway::Parts {
  Parts(GatewayOptions given, const Clock& clock, ObservationSink& observations, SeriesSink& series,
        Backends made, size_t threads, uint64_t first_observation, GatewayPorts ports)
      : options(std::move(given)),
        backends(std::move(made)),
        passed(options.response_headers),
        keys(options.keys, clock.now()),
        resolver(backends, options.timeouts.look_up, ports.look_up),
        observer(clock, observations, series, ports, threads),
        house{.options = options,
              .clock = clock,
              .backends = backends,
              .observer = observer,
              .resolver = resolver,
              .passed = passed,
              .keys = keys,
              .next_observation = first_observation,
              .ports = ports} {}

  GatewayOptions options;
  Backends backends;
  PassedFields passed;
  ClientKeys keys;
  Resolver resolver;
  Observer observer;
  House house;
  net::Address address;
  net::SocketFile socket_file;
  std::vector<std::unique_ptr<Worker>> workers;
};

namespace gateway_impl {

size_t thread_count(int64_t asked) {
  return asked > 0 ? static_cast<size_t>(asked) : std::max<size_t>(1, std::thread::hardware_concurrency());
}

Result<Backends> make_backends(const GatewayOptions& options, const LookUp& look_up) {
  if (options.backends.empty())
    return fail(Code::bad_config, "there is no backend", "Name at least one under backends.");
  Backends backends;
  for (const BackendOptions& one : options.backends) {
    FORESHOCK_TRY(auto backend, make_backend(one, options.breaker, look_up));
    backend->index = backends.size();
    backends.push_back(std::move(backend));
  }
  return backends;
}

Result<net::TlsContext> tls_of(const net::TlsFiles& files) {
  if (files.certificate.empty() && files.key.empty()) return net::TlsContext();
  std::vector<std::string> warnings;
  FORESHOCK_TRY(auto context, net::TlsContext::for_server(files, warnings));
  for (const std::string& warning : warnings) log::warn("gateway", warning);
  return context;
}

}  // namespace gateway_impl

Result<std::unique_ptr<Gateway>> Gateway::start(GatewayOptions options, const Clock& clock,
                                                ObservationSink& observations, SeriesSink& series,
                                                uint64_t first_observation, GatewayPorts ports) {
  FORESHOCK_TRY(const net::Address address, net::parse_listen_address(options.listen));
  FORESHOCK_TRY(auto tls, gateway_impl::tls_of(options.tls));
  FORESHOCK_TRY(auto backends, gateway_impl::make_backends(options, ports.look_up));
  const size_t threads = gateway_impl::thread_count(options.threads);
  FORESHOCK_TRY(auto listeners, net::listen_on(address, threads));
  auto parts = std::make_unique<Parts>(std::move(options), clock, observations, series, std::move(backends),
                                       threads, first_observation, ports);
  parts->house.tls = std::move(tls);
  parts->address = listeners.address;
  parts->socket_file = std::move(listeners.file);
  for (size_t i = 0; i < threads; ++i) {
    FORESHOCK_TRY(auto worker, Worker::start(parts->house, parts->observer.outlet(i),
                                             std::move(listeners.sockets[i]), i == 0));
    parts->workers.push_back(std::move(worker));
  }
  return std::unique_ptr<Gateway>(new Gateway(std::move(parts)));
}

Gateway::Gateway(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Gateway::~Gateway() = default;

net::Address Gateway::address() const {
  return parts_->address;
}
int64_t Gateway::count() const {
  return parts_->house.in_flight.load(std::memory_order_relaxed);
}
int64_t Gateway::failed_handshakes() const {
  return parts_->house.failed_handshakes.load(std::memory_order_relaxed);
}
std::string Gateway::url() const {
  if (!parts_->address.path.empty()) return net::to_text(parts_->address);
  return fmt::format("{}://{}", parts_->house.tls ? "https" : "http", net::to_text(parts_->address));
}
int64_t Gateway::dropped_observations() const {
  return parts_->observer.dropped();
}

void Gateway::set_weight(std::string_view backend, double weight) {
  for (const auto& one : parts_->backends)
    if (one->name == backend) one->weight = weight;
}

std::vector<BackendStatus> Gateway::backends() const {
  std::vector<BackendStatus> out;
  for (const auto& backend : parts_->backends)
    out.push_back({backend->name, backend->url.text(), backend->kind,
                   backend->healthy(parts_->house.clock.now()),
                   backend->in_flight.load(std::memory_order_relaxed)});
  return out;
}

void Gateway::drain() {
  for (const auto& worker : parts_->workers) worker->begin_drain();
  const Instant deadline = parts_->house.clock.now() + parts_->options.timeouts.drain;
  while (count() > 0 && parts_->house.clock.now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace foreshock::gateway
