#include "collect/metrics_page.h"

#include <cmath>
#include <string>

namespace foreshock::collect {
namespace metrics_page_impl {

bool is_of(const wire::MetricLine& line, const engine::Source& source) {
  return source.label.empty() || wire::label_of(line.labels, source.label) == source.value;
}

}  // namespace metrics_page_impl

std::string other_counter_name(std::string_view metric) {
  constexpr std::string_view ending = "_total";
  if (metric.ends_with(ending)) return std::string(metric.substr(0, metric.size() - ending.size()));
  return std::string(metric).append(ending);
}

MetricsPage::MetricsPage(std::string_view text) {
  for (const wire::MetricLine& line : wire::read_prometheus(text))
    if (!line.name.ends_with("_bucket")) lines_.emplace(line.name, line);
}

bool MetricsPage::has_metrics_of(std::string_view prefix) const {
  const auto first = lines_.lower_bound(prefix);
  return first != lines_.end() && first->first.starts_with(prefix);
}

std::optional<double> MetricsPage::value_of(const engine::Source& source, double most) const {
  using namespace metrics_page_impl;
  auto [line, end] = lines_.equal_range(source.metric);
  if (line == end) std::tie(line, end) = lines_.equal_range(other_counter_name(source.metric));
  double sum = 0, samples = 0;
  for (; line != end; ++line) {
    const double value = line->second.value;
    if (value < 0 || value > most || !is_of(line->second, source)) continue;
    sum += value;
    samples += 1;
  }
  if (samples == 0 || !std::isfinite(sum)) return std::nullopt;
  return source.together == engine::Together::sum ? sum : sum / samples;
}

}  // namespace foreshock::collect
