#pragma once
#include "core/option.h"
#include "flow/loop_options.h"

namespace foreshock::cli {

struct AnalysisOptions {
  Duration a_false_alarm_in = std::chrono::hours(24 * 90);
  Duration learning = std::chrono::hours(12);
  Duration lasting = std::chrono::minutes(2);
  Duration unit = std::chrono::seconds(10);
  Duration recent = std::chrono::minutes(1);
  Duration settle = std::chrono::minutes(1);
  Duration least = std::chrono::minutes(2);
  Duration hangs_after = std::chrono::seconds(30);
  int64_t queue = 20'000;
};
OptionSet analysis_options();

flow::LoopOptions loop_options(const AnalysisOptions& analysis, const mitigate::MitigateOptions& mitigate);

}  // namespace foreshock::cli
