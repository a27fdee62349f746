#include "cli/gauges.h"

namespace foreshock::cli {
namespace gauges_impl {

using Gauges = std::vector<telemetry::Gauge>;

void add(Gauges& out, const char* name, const char* help, int64_t value) {
  out.push_back({name, help, static_cast<double>(value), {}});
}

void add_gateways(const GatewaySuccession& gateways, Gauges& out) {
  const auto gateway = gateways.now();
  add(out, "foreshock_in_flight_requests", "Requests in the gateway now.", gateways.in_flight());
  for (const auto& backend : gateway->backends())
    out.push_back({"foreshock_backend_reachable",
                   "Whether the last attempt to connect succeeded.",
                   backend.healthy ? 1.0 : 0.0,
                   {{"backend", backend.name}}});
  add(out, "foreshock_tls_handshakes_failed", "Clients that did not agree with the gateway on TLS.",
      gateway->failed_handshakes());
  add(out, "foreshock_zone_spills", "Requests that went to a backend of another zone than the gateway's.",
      gateway->zone_spills());
  add(out, "foreshock_configuration_reloads", "How often the configuration was read again and taken.",
      gateways.count());
}

void add_analysis(const Analysis& analysis, Gauges& out) {
  constexpr const char* restarts = "foreshock_analysis_restarts";
  constexpr const char* help = "Loops of the analysis that were replaced, by reason.";
  out.push_back({restarts, help, static_cast<double>(analysis.threw()), {{"reason", "threw"}}});
  out.push_back({restarts, help, static_cast<double>(analysis.hung()), {{"reason", "hung"}}});
  add(out, "foreshock_analysis_dropped", "Measurements and events that the analysis had no room for.",
      static_cast<int64_t>(analysis.dropped()));
}

}  // namespace gauges_impl

std::vector<telemetry::Gauge> gauges_of(const GatewaySuccession& gateways, const Analysis& analysis) {
  std::vector<telemetry::Gauge> out;
  gauges_impl::add_gateways(gateways, out);
  gauges_impl::add_analysis(analysis, out);
  return out;
}

}  // namespace foreshock::cli
