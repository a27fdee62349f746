#include "gateway/gateway.h"

#include <algorithm>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "core/log.h"
#include "gateway/client_connection.h"
#include "gateway/worker.h"
#include "net/listener.h"

namespace foreshock::gateway {

// What a gateway has from the one before it, or begins with.
struct Heritage {
  const Clock& clock;
  ObservationSink& observations;
  SeriesSink& series;
  GatewayPorts ports;
  std::shared_ptr<std::atomic<uint64_t>> next_observation;
  std::shared_ptr<RatedRequests> rated;
  std::shared_ptr<SessionTable> sessions = std::make_shared<SessionTable>();
};

struct Gateway::Parts {
  Parts(GatewayOptions given, const Heritage& from, Backends made, std::vector<CustomSource> sources,
        size_t threads)
      : heritage(from),
        options(std::move(given)),
        backends(std::move(made)),
        passed(options.response_headers),
        keys(options.keys, from.clock.now()),
        signals(std::move(sources)),
        resolver(backends, options.timeouts.look_up, from.ports.look_up),
        observer(from.clock, from.observations, from.series, from.ports.events, *from.rated, threads),
        house{.options = options,
              .clock = from.clock,
              .backends = backends,
              .observer = observer,
              .resolver = resolver,
              .passed = passed,
              .keys = keys,
              .signals = signals,
              .next_observation = from.next_observation,
              .sessions = from.sessions,
              .ports = from.ports} {}

  const Heritage heritage;
  GatewayOptions options;
  Backends backends;
  PassedFields passed;
  ClientKeys keys;
  std::vector<CustomSource> signals;
  Resolver resolver;
  Observer observer;
  House house;
  net::Address address;
  net::Listeners listeners;  // those of the workers, for a successor
  std::vector<std::unique_ptr<Worker>> workers;
};

namespace gateway_impl {

constexpr int farewell_pauses = 50;  // of 10 ms, for the last words to go

size_t thread_count(int64_t asked) {
  return asked > 0 ? static_cast<size_t>(asked) : std::max<size_t>(1, std::thread::hardware_concurrency());
}

Result<net::TlsContext> tls_of(const net::TlsFiles& files) {
  if (files.certificate.empty() && files.key.empty()) return net::TlsContext();
  std::vector<std::string> warnings;
  FORESHOCK_TRY(auto context, net::TlsContext::for_server(files, warnings));
  for (const std::string& warning : warnings) log::warn("gateway", warning);
  return context;
}

}  // namespace gateway_impl

// LISTENERS: given, or empty where new ones are made.
Result<std::unique_ptr<Gateway::Parts>> Gateway::prepare(GatewayOptions options, const Heritage& heritage,
                                                         net::Listeners listeners) {
  FORESHOCK_TRY(auto tls, gateway_impl::tls_of(options.tls));
  FORESHOCK_TRY(auto backends, make_backends(options, heritage.ports.look_up));
  FORESHOCK_TRY(auto sources, declare_signals(options.signals, heritage.ports.signals));
  if (listeners.sockets.empty()) {
    FORESHOCK_TRY(const net::Address address, net::parse_listen_address(options.listen));
    FORESHOCK_TRY(listeners, net::listen_on(address, gateway_impl::thread_count(options.threads)));
  }
  auto parts = std::make_unique<Parts>(std::move(options), heritage, std::move(backends), std::move(sources),
                                       listeners.sockets.size());
  parts->house.tls = std::move(tls);
  parts->address = listeners.address;
  parts->listeners = std::move(listeners);
  return parts;
}

Result<void> Gateway::open() {
  FORESHOCK_TRY(auto listeners, parts_->listeners.again());
  for (auto& sockets : listeners.sockets) {
    const size_t index = parts_->workers.size();
    FORESHOCK_TRY(auto worker,
                  Worker::start(parts_->house, parts_->observer.outlet(index), std::move(sockets), index));
    parts_->workers.push_back(std::move(worker));
  }
  return {};
}

Result<std::unique_ptr<Gateway>> Gateway::start(GatewayOptions options, const Clock& clock,
                                                ObservationSink& observations, SeriesSink& series,
                                                uint64_t first_observation, GatewayPorts ports,
                                                std::vector<FileDescriptor> listeners) {
  auto rated = std::make_shared<RatedRequests>(ports.pairs);
  const Heritage heritage{clock,
                          observations,
                          series,
                          std::move(ports),
                          std::make_shared<std::atomic<uint64_t>>(first_observation),
                          std::move(rated)};
  net::Listeners taken_over;
  if (!listeners.empty()) {
    FORESHOCK_TRY(const net::Address address, net::parse_listen_address(options.listen));
    taken_over = net::take_over(address, std::move(listeners), gateway_impl::thread_count(options.threads));
  }
  FORESHOCK_TRY(auto parts, prepare(std::move(options), heritage, std::move(taken_over)));
  std::unique_ptr<Gateway> gateway(new Gateway(std::move(parts)));
  FORESHOCK_CHECK(gateway->open());
  return gateway;
}

Result<std::unique_ptr<Gateway>> Gateway::succeed(GatewayOptions options) {
  Heritage heritage = parts_->heritage;
  const bool same_backends = std::equal(
      parts_->backends.begin(), parts_->backends.end(), options.backends.begin(), options.backends.end(),
      [](const auto& before, const BackendOptions& after) { return before->name == after.name; });
  if (!same_backends) heritage.sessions = std::make_shared<SessionTable>();
  options.threads = static_cast<int64_t>(parts_->workers.size());
  net::Listeners listeners;
  if (options.listen == parts_->options.listen) {
    FORESHOCK_TRY(listeners, parts_->listeners.again());
  }
  const bool same_address = !listeners.sockets.empty();
  FORESHOCK_TRY(auto parts, prepare(std::move(options), heritage, std::move(listeners)));
  std::unique_ptr<Gateway> successor(new Gateway(std::move(parts)));
  FORESHOCK_CHECK(successor->open());
  if (same_address) successor->parts_->listeners.file = std::move(parts_->listeners.file);
  retire();
  return successor;
}

Result<std::vector<FileDescriptor>> Gateway::listeners() const {
  FORESHOCK_TRY(auto again, parts_->listeners.again());
  std::vector<FileDescriptor> out;
  for (auto& sockets : again.sockets) std::move(sockets.begin(), sockets.end(), std::back_inserter(out));
  return out;
}

void Gateway::take_socket_file() {
  if (!parts_->address.path.empty()) parts_->listeners.file = net::SocketFile(parts_->address.path);
}

void Gateway::retire() {
  parts_->listeners.file.release();
  parts_->listeners = {};
  for (const auto& worker : parts_->workers) worker->begin_drain(true);
}

uint64_t Gateway::next_observation() const {
  return parts_->heritage.next_observation->load(std::memory_order_relaxed);
}

bool Gateway::deserted() const {
  return std::all_of(parts_->workers.begin(), parts_->workers.end(),
                     [](const auto& worker) { return worker->deserted(); });
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

void Gateway::note_engine_load(std::string_view backend, double requests) const {
  for (const auto& one : parts_->backends)
    if (one->name == backend) one->note_engine_load(requests, parts_->house.clock.now());
}

std::vector<BackendStatus> Gateway::backends() const {
  const Instant now = parts_->house.clock.now();
  std::vector<BackendStatus> out;
  for (const auto& backend : parts_->backends) {
    const Doubt doubt = backend->doubt(now);
    out.push_back({.name = backend->name,
                   .url = backend->url.text(),
                   .kind = backend->kind,
                   .healthy = doubt == Doubt::none,
                   .in_flight = backend->in_flight.load(std::memory_order_relaxed),
                   .zone = backend->zone,
                   .doubt = doubt_names[static_cast<size_t>(doubt)],
                   .streams_in_lumps = backend->streams_in_lumps()});
  }
  return out;
}

void Gateway::drain() {
  parts_->listeners = {};
  for (const auto& worker : parts_->workers) worker->begin_drain(false);
  const Instant deadline = parts_->house.clock.now() + parts_->options.timeouts.drain;
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); };
  while (count() > 0 && parts_->house.clock.now() < deadline) pause();
  if (count() == 0) return;
  log::warn("gateway", fmt::format("{} requests did not end in time and are cut off", count()));
  for (const auto& worker : parts_->workers) worker->cut_short();
  for (int i = 0; i < gateway_impl::farewell_pauses && !deserted(); ++i) pause();
}

}  // namespace foreshock::gateway
