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

MetricsPage::MetricsPage(std::string_view text, const std::vector<std::string_view>& metrics) {
  std::vector<std::string> others;
  for (const std::string_view metric : metrics) others.push_back(other_counter_name(metric));
  std::vector<std::string_view> names = metrics;
  names.insert(names.end(), others.begin(), others.end());
  for (const wire::MetricLine& line : wire::read_prometheus(text, names)) lines_.emplace(line.name, line);
}

bool MetricsPage::has_metrics_of(std::string_view prefix) const {
  const auto first = lines_.lower_bound(prefix);
  return first != lines_.end() && first->first.starts_with(prefix);
}

template <class Take>
void MetricsPage::each_of(const engine::Source& source, double most, Take take) const {
  using namespace metrics_page_impl;
  auto [line, end] = lines_.equal_range(source.metric);
  if (line == end) std::tie(line, end) = lines_.equal_range(other_counter_name(source.metric));
  for (; line != end; ++line) {
    const double value = line->second.value;
    if (value >= 0 && value <= most && is_of(line->second, source)) take(line->second);
  }
}

std::optional<double> MetricsPage::value_of(const engine::Source& source, double most) const {
  double sum = 0, samples = 0;
  each_of(source, most, [&](const wire::MetricLine& line) {
    sum += line.value;
    samples += 1;
  });
  if (samples == 0 || !std::isfinite(sum)) return std::nullopt;
  return source.together == engine::Together::sum ? sum : sum / samples;
}

std::vector<std::pair<std::string, double>> MetricsPage::values_by(std::string_view label,
                                                                   const engine::Source& source,
                                                                   double most) const {
  std::vector<std::pair<std::string, double>> values;
  each_of(source, most, [&](const wire::MetricLine& line) {
    if (auto value = wire::label_of(line.labels, label)) values.emplace_back(*std::move(value), line.value);
  });
  return values;
}

}  // namespace foreshock::collect
