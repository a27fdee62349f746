#include "gateway/gateway.h"

#include <thread>

#include "gateway/client_connection.h"
#include "gateway/worker.h"
#include "net/tcp.h"

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
    FORESHOCK_TRY(auto backend, make_backend(one, options, look_up));
    backend->index = backends.size();
    backends.push_back(std::move(backend));
  }
  return backends;
}

}  // namespace gateway_impl

Result<std::unique_ptr<Gateway>> Gateway::start(GatewayOptions options, const Clock& clock,
                                                ObservationSink& observations, SeriesSink& series,
                                                uint64_t first_observation, GatewayPorts ports) {
  FORESHOCK_TRY(net::Address address, net::parse_address(options.listen));
  FORESHOCK_TRY(auto backends, gateway_impl::make_backends(options, ports.look_up));
  FORESHOCK_TRY(auto first_listener, net::listen_tcp(address, true));
  address.port = net::local_address(first_listener).port;
  const size_t threads = gateway_impl::thread_count(options.threads);
  auto parts = std::make_unique<Parts>(std::move(options), clock, observations, series, std::move(backends),
                                       threads, first_observation, ports);
  parts->address = net::local_address(first_listener);
  for (size_t i = 0; i < threads; ++i) {
    FileDescriptor listener = std::move(first_listener);
    if (i > 0) {
      FORESHOCK_TRY(listener, net::listen_tcp(address, false));
    }
    FORESHOCK_TRY(auto worker,
                  Worker::start(parts->house, parts->observer.outlet(i), std::move(listener), i));
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
int64_t Gateway::dropped_observations() const {
  return parts_->observer.dropped();
}

int64_t Gateway::waiting() const {
  return parts_->house.line.length();
}
int64_t Gateway::kept_waiting() const {
  return parts_->house.kept_waiting.load(std::memory_order_relaxed);
}
int64_t Gateway::zone_spills() const {
  return parts_->house.zone_spills.load(std::memory_order_relaxed);
}

void Gateway::set_weight(std::string_view backend, double weight) {
  for (const auto& one : parts_->backends)
    if (one->name == backend) one->weight = weight;
}

std::vector<BackendStatus> Gateway::backends() const {
  const Instant now = parts_->house.clock.now();
  std::vector<BackendStatus> out;
  for (const auto& backend : parts_->backends) {
    const Doubt doubt = backend->doubt(now);
    out.push_back({.name = backend->name,
                   .url = backend->url.scheme + "://" + backend->url.authority() + backend->url.base,
                   .kind = backend->kind,
                   .healthy = doubt == Doubt::none,
                   .in_flight = backend->in_flight.load(std::memory_order_relaxed),
                   .zone = backend->zone,
                   .doubt = doubt_names[static_cast<size_t>(doubt)]});
  }
  return out;
}

void Gateway::drain() {
  for (const auto& worker : parts_->workers) worker->begin_drain();
  const Instant deadline = parts_->house.clock.now() + parts_->options.timeouts.drain;
  while (count() > 0 && parts_->house.clock.now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace foreshock::gateway
