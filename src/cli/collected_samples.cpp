#include "cli/collected_samples.h"

namespace foreshock::cli {

void CollectedSamples::take(std::span<const Sample> samples) {
  flow_.take(samples);
  std::optional<double> requests;
  std::string_view replica;
  for (const auto& [key, at, value, weight] : samples) {
    const bool counts = key.signal == "running" || key.signal == "waiting";
    if (!counts || key.stratum.dimension != "replica") continue;
    requests = requests.value_or(0) + value;
    replica = key.stratum.value;
  }
  if (requests) gateways_.now()->note_engine_load(replica, *requests);
}

}  // namespace foreshock::cli
