#pragma once
// What the gateway and the analysis add to the page for Prometheus (docs/metrics.md).
#include <vector>

#include "cli/analysis.h"
#include "cli/gateway_succession.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

std::vector<telemetry::Gauge> gauges_of(const GatewaySuccession& gateways, const Analysis& analysis,
                                        const FineHistory& fine);

}  // namespace foreshock::cli
