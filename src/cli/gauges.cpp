#include "cli/gauges.h"

#include <array>
#include <span>

#include "gateway/backend.h"

namespace foreshock::cli {
namespace gauges_impl {

using Gauges = std::vector<telemetry::Gauge>;

void add(Gauges& out, std::string name, std::string help, int64_t value) {
  out.push_back({std::move(name), std::move(help), static_cast<double>(value), {}});
}

void add_gateways(Gauges& out, const GatewaySuccession& gateways) {
  const auto gateway = gateways.now();
  add(out, "foreshock_in_flight_requests", "Requests in the gateway now.", gateways.in_flight());
  add(out, "foreshock_queue_length", "Requests that wait because no backend has room.", gateway->waiting());
  add(out, "foreshock_queue_refused", "Requests for which no backend had room in time.",
      gateway->kept_waiting());
  add(out, "foreshock_zone_spills", "Requests that went to a backend of another zone than the gateway's.",
      gateway->zone_spills());
  add(out, "foreshock_tls_handshakes_failed", "Clients that did not agree with the gateway on TLS.",
      gateway->failed_handshakes());
  add(out, "foreshock_configuration_reloads", "How often the configuration was read again and taken.",
      gateways.count());
}

void add_backends(Gauges& out, const std::vector<gateway::BackendStatus>& backends) {
  for (const auto& backend : backends)
    out.push_back({"foreshock_backend_reachable",
                   "Whether the backend is used like any other.",
                   backend.healthy ? 1.0 : 0.0,
                   {{"backend", backend.name}}});
  for (const auto& backend : backends)
    for (const std::string_view doubt : std::span(gateway::doubt_names).subspan(1))
      out.push_back({"foreshock_backend_avoided",
                     "Why the backend is avoided, if it is.",
                     backend.doubt == doubt ? 1.0 : 0.0,
                     {{"backend", backend.name}, {"reason", std::string(doubt)}}});
  for (const auto& backend : backends)
    out.push_back({"foreshock_backend_streams_in_lumps",
                   "Streams of the backend that something before it gathered.",
                   static_cast<double>(backend.streams_in_lumps),
                   {{"backend", backend.name}}});
}

void add_analysis(Gauges& out, const Analysis& analysis) {
  constexpr const char* restarts = "foreshock_analysis_restarts";
  constexpr const char* help = "Loops of the analysis that were replaced, by reason.";
  out.push_back({restarts, help, static_cast<double>(analysis.threw()), {{"reason", "threw"}}});
  out.push_back({restarts, help, static_cast<double>(analysis.hung()), {{"reason", "hung"}}});
  add(out, "foreshock_analysis_dropped", "Measurements and events that the analysis had no room for.",
      static_cast<int64_t>(analysis.dropped()));
}

// By the names that OpenTelemetry's conventions would give them: llm.decoder.kvcache.usage_ratio.
struct FineRow {
  std::string_view signal, name, help;
};
constexpr std::array fine_rows = {
    FineRow{"kv_use", "llm_decoder_kvcache_usage_ratio",
            "KV cache in use; layer all where the engine does not tell it by layer."},
    FineRow{"engine_prefix_hit", "llm_decoder_kvcache_hit_ratio", "Prompts found in the prefix cache."},
    FineRow{"gpu_memory", "llm_decoder_accelerator_memory_usage_bytes", "Memory of the devices in use."},
};

void add_fine(Gauges& out, const FineHistory& fine) {
  const std::vector<FineSample> newest = fine.newest();
  for (const FineRow& row : fine_rows)
    for (const FineSample& sample : newest)
      if (sample.signal == row.signal)
        out.push_back(
            {std::string(row.name),
             std::string(row.help),
             sample.value,
             {{"replica", sample.replica}, {"layer", sample.layer.empty() ? "all" : sample.layer}}});
}

}  // namespace gauges_impl

std::vector<telemetry::Gauge> gauges_of(const GatewaySuccession& gateways, const Analysis& analysis,
                                        const FineHistory& fine) {
  using namespace gauges_impl;
  Gauges out;
  add_gateways(out, gateways);
  add_backends(out, gateways.now()->backends());
  add_analysis(out, analysis);
  add_fine(out, fine);
  return out;
}

}  // namespace foreshock::cli
