#pragma once
// One page of metrics, asked by the sources of engine tables.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/adapter.h"
#include "wire/prometheus_page.h"

namespace foreshock::collect {

// The same counter by its other name: with _total, or without.
std::string other_counter_name(std::string_view metric);

// Points into the text that it was read from. Buckets of histograms, most of a page, are left out: no source
// is one.
class MetricsPage {
 public:
  // TEXT: in the text format of Prometheus.
  explicit MetricsPage(std::string_view text);
  // Of METRICS alone, by both names of each.
  MetricsPage(std::string_view text, const std::vector<std::string_view>& metrics);

  // Of the samples of SOURCE those that are known: from 0 to MOST. Nothing where there is none.
  std::optional<double> value_of(const engine::Source& source, double most) const;

  // Each known sample of SOURCE that has LABEL, by the value of that label.
  std::vector<std::pair<std::string, double>> values_by(std::string_view label, const engine::Source& source,
                                                        double most) const;

  // Whether a name on it begins with PREFIX.
  bool has_metrics_of(std::string_view prefix) const;

 private:
  template <class Take>
  void each_of(const engine::Source& source, double most, Take take) const;

  std::multimap<std::string_view, wire::MetricLine> lines_;  // by name
};

}  // namespace foreshock::collect
