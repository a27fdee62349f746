#include "gateway/backend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/log.h"
#include "gateway/keyed_hash.h"

namespace foreshock::gateway {
namespace backend_impl {

constexpr auto avoidance = std::chrono::seconds(2);
constexpr auto between_warnings = std::chrono::hours(1);
constexpr auto others_known_for = std::chrono::seconds(10);
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

Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options, const GatewayOptions& house,
                                              const LookUp& look_up) {
  const std::string where = fmt::format("backend '{}'", options.name);
  auto url = wire::parse_url(options.url);
  if (!url) return fail(url.error().at(where));
  auto tls = backend_impl::tls_to(options, *url);
  if (!tls) return fail(tls.error().at(where));
  auto addresses = look_up(net::Address{url->host, url->port, url->socket});
  // A name that is not known yet is looked up again; until then nothing can be reached there.
  if (!addresses && addresses.error().code() != Code::backend_unreachable)
    return fail(addresses.error().at(where));
  if (!addresses)
    log::warn("gateway", fmt::format("{}: {}; it is looked up again", where, addresses.error().what()));
  FORESHOCK_TRY(auto health_check, health_check_of(options));
  auto backend = std::make_unique<Backend>(house.breaker, house.balance);
  backend->name = options.name;
  backend->identity = keyed_hash({}, options.name);
  backend->kind = options.kind;
  backend->zone = options.zone;
  backend->health_check = std::move(health_check);
  backend->max_in_flight = options.max_in_flight;
  backend->is_local = house.zone.empty() || options.zone.empty() || options.zone == house.zone;
  backend->api_key = options.api_key;
  backend->weight = options.weight;
  backend->url = *std::move(url);
  backend->tls = *std::move(tls);
  using Addresses = std::vector<net::SocketAddress>;
  backend->addresses = std::make_shared<const Addresses>(addresses ? *std::move(addresses) : Addresses());
  backend->reachable = addresses.has_value();
  return backend;
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

bool Backend::take_room() {
  int64_t before = in_flight;
  do {
    if (max_in_flight > 0 && before >= max_in_flight) return false;
  } while (!in_flight.compare_exchange_weak(before, before + 1));
  return true;
}

void Backend::note_engine_load(double requests, Instant now) {
  others_ = std::max<int64_t>(0, std::llround(std::clamp(requests, 0.0, 1e9)) - in_flight);
  others_told_ = now;
}

int64_t Backend::load(Instant now) const {
  const Instant told = others_told_.load(std::memory_order_relaxed);
  const bool known = told != Instant::min() && now - told < backend_impl::others_known_for;
  return in_flight.load(std::memory_order_relaxed) + (known ? others_.load(std::memory_order_relaxed) : 0);
}

void Backend::note_connected() {
  if (!reachable.exchange(true))
    log::info("gateway", fmt::format("the backend '{}' is reachable again", name));
}

void Backend::note_checked(bool passed, std::string_view what, const mitigate::HealthOptions& options) {
  if (!health.note(passed, options)) return;
  if (passed)
    log::info("gateway", fmt::format("the backend '{}' passes its health check again", name));
  else
    log::warn("gateway", fmt::format("the backend '{}' fails its health check: {}", name, what));
}

Doubt Backend::doubt(Instant now) const {
  if (!reachable) return Doubt::unreachable;
  if (breaker.trust(now) != mitigate::Trust::full) return Doubt::failing;
  if (!health.is_well()) return Doubt::unhealthy;
  return is_well(now) ? Doubt::none : Doubt::outlier;
}

void Backend::note_ended(mitigate::Outcome outcome, Instant now) {
  if (outcome != mitigate::Outcome::neutral) ended_.fetch_add(1, std::memory_order_relaxed);
  if (outcome == mitigate::Outcome::failure) failed_.fetch_add(1, std::memory_order_relaxed);
  if (!breaker.ended(outcome, now)) return;
  if (breaker.trust(now) == mitigate::Trust::full)
    log::info("gateway", fmt::format("the backend '{}' answers again", name));
  else
    log::warn("gateway",
              fmt::format("requests to the backend '{}' fail: it is avoided, if there is another", name));
}

void Backend::note_lumps(Instant now) {
  streams_in_lumps_.fetch_add(1, std::memory_order_relaxed);
  Instant told = lumps_told_;
  if (told != Instant::min() && now - told < backend_impl::between_warnings) return;
  if (!lumps_told_.compare_exchange_strong(told, now)) return;
  log::warn("gateway",
            fmt::format("a stream of the backend '{}' came in lumps with long pauses: something before it "
                        "gathers what it says; turn off buffering and compression there",
                        name));
}

void Backend::note_first_token(Duration since_sent, Instant now) {
  first_token_time.note(since_sent, now);
  first_tokens_.fetch_add(1, std::memory_order_relaxed);
  first_token_nanoseconds_.fetch_add(since_sent.count(), std::memory_order_relaxed);
}

mitigate::PeerTally Backend::take_tally() {
  return {ended_.exchange(0), failed_.exchange(0), first_tokens_.exchange(0),
          seconds(Duration(first_token_nanoseconds_.exchange(0)))};
}

void Backend::eject(const mitigate::Ejection& ejection, Instant now) {
  ejected_until = now + ejection.time;
  const std::string why = ejection.by_latency
                              ? fmt::format("{:.2f} s to its first tokens, {:.2f} s to those of its peers",
                                            ejection.value, ejection.peers)
                              : fmt::format("{:.0f} % of its requests failed, {:.0f} % of its peers'",
                                            100 * ejection.value, 100 * ejection.peers);
  log::warn("gateway",
            fmt::format("the backend '{}' is left out for {:.0f} s: {}", name, seconds(ejection.time), why));
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
