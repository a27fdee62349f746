#pragma once
// What the service says of itself on /metrics, besides what it measures.
#include <vector>

#include "cli/analysis.h"
#include "cli/gateway_succession.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

std::vector<telemetry::Gauge> gauges_of(const GatewaySuccession& gateways, const Analysis& analysis);

}  // namespace foreshock::cli
