#include "gateway/backend.h"

#include <algorithm>

#include <fmt/format.h>

namespace foreshock::gateway {
namespace backend_impl {

Backend* fewest_in_flight(const Backends& backends, std::span<Backend* const> tried, size_t start,
                          bool only_reachable) {
  Backend* best = nullptr;
  for (size_t i = 0; i < backends.size(); ++i) {
    Backend* backend = backends[(start + i) % backends.size()].get();
    if (only_reachable && !backend->reachable) continue;
    if (std::find(tried.begin(), tried.end(), backend) != tried.end()) continue;
    if (best == nullptr || backend->in_flight < best->in_flight) best = backend;
  }
  return best;
}

}  // namespace backend_impl

Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options) {
  const std::string where = fmt::format("backend '{}'", options.name);
  auto url = wire::parse_url(options.url);
  if (!url) return fail(url.error().at(where));
  if (url->scheme == "https")
    return fail(Code::unsupported,
                fmt::format("{}: https to a backend is not supported yet: {}", where, options.url),
                "Put the plain http address of the engine here.");
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

Backend* choose_backend(const Backends& backends, std::span<Backend* const> tried, size_t start) {
  Backend* reachable = backend_impl::fewest_in_flight(backends, tried, start, true);
  return reachable != nullptr ? reachable : backend_impl::fewest_in_flight(backends, tried, start, false);
}

}  // namespace foreshock::gateway
