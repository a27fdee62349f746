#pragma once
// What the gateway and the analysis add to the page for Prometheus (docs/metrics.md).
#include <vector>

#include "cli/analysis.h"
#include "gateway/gateway.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

std::vector<telemetry::Gauge> gauges_of(const gateway::Gateway& gateway, const Analysis& analysis);

}  // namespace foreshock::cli
