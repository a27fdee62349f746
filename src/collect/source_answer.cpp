#include "collect/source_answer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace foreshock::collect {

// A replica and model, with what was measured of them.
struct SourceAnswers::Group {
  std::string replica, model;
  std::vector<SourceValue> values;
};

namespace source_answer_impl {

constexpr double most_pieces = 8;
// Counts are rounded to this, so that they are kept in few bits.
constexpr double count_unit = 1.0 / 1024;

double bound_of(std::string_view le) {
  if (le.starts_with('+')) le.remove_prefix(1);
  double bound = NAN;
  const auto [end, error] = std::from_chars(le.data(), le.data() + le.size(), bound);
  return error == std::errc() && end == le.data() + le.size() ? bound : NAN;
}

struct Cumulative {
  double bound;
  double rate;
};

// What lies in (LOW, HIGH].
void add_pieces(Instant at, double low, double high, double count, std::vector<SourceValue>& out) {
  if (count <= 0) return;
  const double pieces = std::clamp(std::round(count), 1.0, most_pieces);
  for (double i = 0; i < pieces; ++i)
    out.push_back({at, low + (high - low) * (i + 0.5) / pieces, count / pieces});
}

// CUMULATIVE: of one point, in any order; bounds are not negative. Nothing where none is finite.
void add_histogram(Instant at, std::vector<Cumulative> cumulative, Duration step,
                   std::vector<SourceValue>& out) {
  std::sort(cumulative.begin(), cumulative.end(),
            [](const auto& a, const auto& b) { return a.bound < b.bound; });
  if (std::isinf(cumulative.front().bound)) return;
  double low = 0, below = 0;
  for (const auto& [bound, rate] : cumulative) {
    const double high = std::isinf(bound) ? low : bound;
    add_pieces(at, low, high, std::round((rate - below) * seconds(step) / count_unit) * count_unit, out);
    below = std::max(below, rate);
    low = high;
  }
}

bool is_a_time(double unix_seconds) {
  return unix_seconds >= 0 && unix_seconds < 1e10;
}

using ByTime = std::map<double, std::vector<Cumulative>>;  // by Unix seconds

// Points that rise in time, as they do, cost no search.
void add_bucket(double bound, const std::vector<wire::QueriedPoint>& points, ByTime& out) {
  auto place = out.begin();
  for (const auto& [at, value] : points) {
    if (!is_a_time(at) || !std::isfinite(value) || value < 0) continue;
    if (place != out.end() && place->first < at) ++place;
    if (place == out.end() || place->first != at) place = out.try_emplace(place, at);
    place->second.push_back({bound, value});
  }
}

}  // namespace source_answer_impl

std::vector<SourceRows> SourceAnswers::read(const wire::QueriedSamples& samples, Duration step) {
  using namespace source_answer_impl;
  std::map<std::pair<std::string, std::string>, Group> groups;
  std::map<std::pair<std::string, std::string>, ByTime> buckets;
  for (const wire::QueriedSeries& series : samples.series) {
    const std::pair<std::string, std::string> name(series.label(replica_label_), series.label(model_label_));
    if (!query_.histogram) {
      groups[name] = {name.first, name.second, values_of(series)};
      continue;
    }
    const double bound = bound_of(series.label("le"));
    if (std::isnan(bound) || bound < 0) continue;
    add_bucket(bound, series.points, buckets[name]);
  }
  for (auto& [name, by_time] : buckets) {
    Group& group = groups[name] = {name.first, name.second, {}};
    for (auto& [at, cumulative] : by_time)
      add_histogram(at_unix_seconds(at), std::move(cumulative), step, group.values);
  }
  std::vector<Group> all;
  for (auto& [name, group] : groups)
    if (!group.values.empty()) all.push_back(std::move(group));
  return rows_of(std::move(all));
}

std::vector<SourceValue> SourceAnswers::values_of(const wire::QueriedSeries& series) {
  std::vector<SourceValue> values;
  values.reserve(series.points.size());
  double* highest = nullptr;
  if (query_.share_of_highest) highest = &highest_[std::string(series.label(replica_label_))];
  for (auto [at, value] : series.points) {
    if (highest != nullptr) {
      if (std::isfinite(value)) *highest = std::max(*highest, value);
      value /= *highest;
    }
    if (std::isfinite(value) && source_answer_impl::is_a_time(at))
      values.push_back({at_unix_seconds(at), value, 1});
  }
  return values;
}

std::vector<Stratum> SourceAnswers::strata_of(const Group& group, bool with_replica) const {
  std::vector<Stratum> strata;
  if (with_replica) strata.push_back({});
  if (with_replica && !group.replica.empty()) strata.push_back({"replica", group.replica});
  if (!group.model.empty()) strata.push_back({"model", group.model});
  return strata;
}

// Where a replica serves several models and the values of them are parts of a whole, the replica has their
// sum.
std::vector<SourceRows> SourceAnswers::rows_of(std::vector<Group> groups) const {
  std::vector<SourceRows> rows;
  for (auto first = groups.begin(); first != groups.end();) {
    const auto last =
        std::find_if(first, groups.end(), [&](const Group& g) { return g.replica != first->replica; });
    const bool together = query_.adds_up && last - first > 1;
    std::map<Instant, double> sums;
    for (auto group = first; group != last; ++group) {
      if (together)
        for (const SourceValue& value : group->values) sums[value.at] += value.value;
      if (auto strata = strata_of(*group, !together); !strata.empty())
        rows.push_back({query_.signal, std::move(strata), std::move(group->values)});
    }
    if (together) {
      SourceRows& row =
          rows.emplace_back(SourceRows{query_.signal, strata_of({first->replica, {}, {}}, true), {}});
      for (const auto& [at, sum] : sums) row.values.push_back({at, sum, 1});
    }
    first = last;
  }
  return rows;
}

}  // namespace foreshock::collect
