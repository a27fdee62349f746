#pragma once
// The part of our page for Prometheus that bears the names of the GenAI conventions, in both generations
// (docs/metrics.md).
#include <map>

#include "telemetry/genai_counts.h"
#include "wire/prometheus_text.h"

namespace foreshock::telemetry {

void write_genai(wire::PrometheusText& text, const std::map<GenAiLabels, GenAiCounts>& counts);

}  // namespace foreshock::telemetry
