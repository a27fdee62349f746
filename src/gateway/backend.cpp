#include "gateway/backend.h"

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::gateway {
namespace backend_impl {

constexpr auto avoidance = std::chrono::seconds(2);
constexpr Duration longest_busy = std::chrono::seconds(30);

Result<net::TlsContext> tls_to(const BackendOptions& options, const wire::Url& url) {
  if (url.scheme != "https") {
    if (options.ca_file.empty() && options.verify) return net::TlsContext();
    return fail(Code::bad_config, "ca_file and verify are for https alone",
                "Write https:// in its url, or leave them out.");
  }
  if (!options.verify)
    log::warn("gateway",
              fmt::format("the certificate of the backend '{}' is not verified: whoever stands between "
                          "can read and change all that is sent",
                          options.name));
  return net::TlsContext::for_client({options.ca_file, options.verify});
}

}  // namespace backend_impl

Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options,
                                              const mitigate::BreakerOptions& breaker,
                                              const LookUp& look_up) {
  const std::string where = fmt::format("backend '{}'", options.name);
  auto url = wire::parse_url(options.url);
  if (!url) return fail(url.error().at(where));
  auto tls = backend_impl::tls_to(options, *url);
  if (!tls) return fail(tls.error().at(where));
  auto addresses = look_up(net::Address{url->host, url->port, url->socket});
  if (!addresses) return fail(addresses.error().at(where));
  auto backend = std::make_unique<Backend>(breaker);
  backend->name = options.name;
  backend->kind = options.kind;
  backend->api_key = options.api_key;
  backend->weight = options.weight;
  backend->url = *std::move(url);
  backend->tls = *std::move(tls);
  backend->addresses = std::make_shared<const std::vector<net::SocketAddress>>(*std::move(addresses));
  return backend;
}

void Backend::note_connected() {
  if (!reachable.exchange(true))
    log::info("gateway", fmt::format("the backend '{}' is reachable again", name));
}

void Backend::note_ended(mitigate::Outcome outcome, Instant now) {
  if (!breaker.ended(outcome, now)) return;
  if (breaker.trust(now) == mitigate::Trust::full)
    log::info("gateway", fmt::format("the backend '{}' answers again", name));
  else
    log::warn("gateway",
              fmt::format("requests to the backend '{}' fail: it is avoided, if there is another", name));
}

void Backend::note_busy(Duration retry_after, Instant now) {
  avoid_until = std::max(avoid_until.load(), now + std::min(retry_after, backend_impl::longest_busy));
}

void Backend::note_refused(Instant now, std::string_view why) {
  avoid_until = now + backend_impl::avoidance;
  if (reachable.exchange(false))
    log::warn("gateway", fmt::format("the backend '{}' at {} cannot be reached: {}", name, url.place(), why));
}

}  // namespace foreshock::gateway
