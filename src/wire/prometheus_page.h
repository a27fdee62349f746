#pragma once
// Reads a page in the Prometheus text exposition format.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::wire {

struct MetricLine {
  std::string_view name;    // of the page
  std::string_view labels;  // as they stand between the braces
  double value = 0;
};

// The samples of PAGE that have a finite value, in their order. Comments and what cannot be read are passed
// over: one bad line costs no other.
std::vector<MetricLine> read_prometheus(std::string_view page);
// Those of METRICS alone: a tenth of the cost, where they are few.
std::vector<MetricLine> read_prometheus(std::string_view page, std::span<const std::string_view> metrics);

// The value of one of LABELS, as a line has them; nothing where it has none of that NAME.
std::optional<std::string> label_of(std::string_view labels, std::string_view name);

}  // namespace foreshock::wire
