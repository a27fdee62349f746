#include "collect/readings.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foreshock::collect {
namespace readings_impl {

using engine::As;
using engine::MetricRow;
using engine::Source;

bool grows(const MetricRow& row) {
  return row.as == As::rate || row.as == As::rate_of_use || row.as == As::quotient_of_growths;
}

bool is_there(const MetricRow& row, const MetricsPage& page) {
  const auto has = [&](const Source& source) { return page.value_of(source, row.most).has_value(); };
  return has(row.of) && (row.over.metric.empty() || has(row.over));
}

// Those that count: of each signal the first that is there. ONLY: the signals; empty: all.
std::vector<const MetricRow*> rows_of(const MetricsPage& page, const std::vector<std::string_view>& only) {
  const auto is_wanted = [&](const MetricRow& row) {
    return only.empty() || std::find(only.begin(), only.end(), row.signal) != only.end();
  };
  std::vector<const MetricRow*> rows;
  for (const engine::Adapter* adapter : engine::adapters()) {
    if (!page.has_metrics_of(adapter->prefix)) continue;
    for (const MetricRow& row : adapter->metrics) {
      const auto tells_the_same = [&](const MetricRow* other) { return other->signal == row.signal; };
      if (is_wanted(row) && std::none_of(rows.begin(), rows.end(), tells_the_same) && is_there(row, page))
        rows.push_back(&row);
    }
  }
  return rows;
}

std::vector<std::string_view> metrics_of(const std::vector<const MetricRow*>& rows) {
  std::vector<std::string_view> metrics;
  for (const MetricRow* row : rows)
    for (const Source* source : {&row->of, &row->over, &row->also_over})
      if (!source->metric.empty()) metrics.push_back(source->metric);
  return metrics;
}

}  // namespace readings_impl

void Readings::forget() {
  last_ = {};
  rows_ = {};
}

// Leaves in rows_ those that count on it.
MetricsPage Readings::open(std::string_view text) {
  using namespace readings_impl;
  if (!rows_.empty() && !only_.empty()) {
    MetricsPage page(text, metrics_of(rows_));
    const auto still_there = [&](const MetricRow* row) { return is_there(*row, page); };
    if (std::all_of(rows_.begin(), rows_.end(), still_there)) return page;
  }
  MetricsPage page(text);
  rows_ = rows_of(page, only_);
  return page;
}

Readings::Standing Readings::standing_of(const Rows& rows, const MetricsPage& page, Instant at) const {
  Standing now{{}, at, seconds(at - last_at_), false};
  for (const engine::MetricRow* row : rows)
    for (const engine::Source& source : {row->of, row->over, row->also_over})
      if (const auto value = page.value_of(source, row->most); value && readings_impl::grows(*row))
        now.counters[source] = *value;
  now.began_anew = std::any_of(last_.begin(), last_.end(), [&](const auto& before) {
    const auto found = now.counters.find(before.first);
    return found != now.counters.end() && found->second < before.second;
  });
  return now;
}

// Nothing where it is missing now, or was on the page before.
std::optional<double> Readings::growth(const engine::Source& source, const Standing& now) const {
  const auto current = now.counters.find(source);
  const auto before = last_.find(source);
  if (current == now.counters.end() || before == last_.end()) return std::nullopt;
  return now.began_anew ? current->second : current->second - before->second;
}

std::optional<double> Readings::quotient_of_growths(const engine::MetricRow& row, const Standing& now) const {
  const auto of = growth(row.of, now), over = growth(row.over, now);
  if (!of || !over) return std::nullopt;
  const double divisor = *over + growth(row.also_over, now).value_or(0);
  if (divisor <= 0) return std::nullopt;
  return *of / divisor;
}

std::optional<double> Readings::value_of(const engine::MetricRow& row, const MetricsPage& page,
                                         const Standing& now) {
  using engine::As;
  const double level = page.value_of(row.of, row.most).value_or(NAN);
  switch (row.as) {
    case As::level:
      return level;
    case As::rate:
    case As::rate_of_use: {
      const auto grown = growth(row.of, now);
      if (!grown || now.elapsed <= 0 || (row.as == As::rate_of_use && *grown <= 0)) return std::nullopt;
      return *grown / now.elapsed;
    }
    case As::since:
      return unix_seconds(now.at) - level;
    case As::share_of_highest: {
      double& highest = highest_[row.of];
      highest = std::max(highest, level);
      return level / highest;
    }
    case As::quotient_of_levels:
      return level / page.value_of(row.over, row.most).value_or(NAN);
    case As::quotient_of_growths:
      return quotient_of_growths(row, now);
  }
  return std::nullopt;
}

std::vector<Reading> Readings::read(std::string_view text, Instant at) {
  const MetricsPage page = open(text);
  Standing now = standing_of(rows_, page, at);
  std::vector<Reading> out;
  for (const engine::MetricRow* row : rows_) {
    const double value = row->offset + row->factor * value_of(*row, page, now).value_or(NAN);
    if (!std::isfinite(value)) continue;
    out.push_back({row->signal, value});
    if (only_.empty() || row->as != engine::As::level) continue;
    for (auto& [layer, level] : page.values_by("layer", row->of, row->most))
      out.push_back({row->signal, row->offset + row->factor * level, std::move(layer)});
  }
  last_ = std::move(now.counters);
  last_at_ = at;
  return out;
}

}  // namespace foreshock::collect
