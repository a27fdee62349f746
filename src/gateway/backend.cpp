#include "gateway/backend.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::gateway {
namespace backend_impl {

constexpr auto avoidance = std::chrono::seconds(2);

Backend* fewest_in_flight(const Backends& backends, std::span<Backend* const> tried, size_t start,
                          const Instant* now) {
  Backend* best = nullptr;
  for (size_t i = 0; i < backends.size(); ++i) {
    Backend* backend = backends[(start + i) % backends.size()].get();
    if (now != nullptr && backend->avoid_until.load() > *now) continue;
    if (std::find(tried.begin(), tried.end(), backend) != tried.end()) continue;
    if (best == nullptr || backend->in_flight < best->in_flight) best = backend;
  }
  return best;
}

}  // namespace backend_impl

Result<void> check_scheme(const wire::Url& url, std::string_view where) {
  if (url.scheme == "http") return {};
  return fail(Code::unsupported,
              fmt::format("{}: {} to a backend is not supported yet: {}", where, url.scheme, url.authority()),
              "Put the plain http address of the engine here.");
}

Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options) {
  const std::string where = fmt::format("backend '{}'", options.name);
  auto url = wire::parse_url(options.url);
  if (!url) return fail(url.error().at(where));
  FORESHOCK_CHECK(check_scheme(*url, where));
  auto addresses = net::resolve(net::Address{url->host, url->port});
  if (!addresses) return fail(addresses.error().at(where));
  auto backend = std::make_unique<Backend>();
  backend->name = options.name;
  backend->kind = options.kind;
  backend->api_key = options.api_key;
  backend->url = *std::move(url);
  backend->addresses = *std::move(addresses);
  return backend;
}

void Backend::note_connected() {
  if (!reachable.exchange(true))
    log::info("gateway", fmt::format("the backend '{}' is reachable again", name));
}

void Backend::note_refused(Instant now, int error) {
  avoid_until = now + backend_impl::avoidance;
  if (reachable.exchange(false))
    log::warn("gateway", fmt::format("the backend '{}' at {} cannot be reached: {}", name, url.authority(),
                                     std::strerror(error)));
}

Backend* choose_backend(const Backends& backends, std::span<Backend* const> tried, size_t start,
                        Instant now) {
  Backend* best = backend_impl::fewest_in_flight(backends, tried, start, &now);
  return best != nullptr ? best : backend_impl::fewest_in_flight(backends, tried, start, nullptr);
}

}  // namespace foreshock::gateway
