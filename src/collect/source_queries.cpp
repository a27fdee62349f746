#include "collect/source_queries.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "collect/metrics_page.h"
#include "engine/adapter.h"
#include "engine/histograms.h"

namespace foreshock::collect {
namespace source_queries_impl {

using engine::As;
using engine::MetricRow;
using engine::Source;
using Names = std::set<std::string, std::less<>>;

class Writer {
 public:
  Writer(const Names& names, const SourceOptions& options) : names_(names), options_(options) {
    if (!options.match.empty()) matchers_ = options.match.substr(1, options.match.size() - 2);
    while (matchers_.ends_with(',') || matchers_.ends_with(' ')) matchers_.pop_back();
    window_ = fmt::format("[{}ms]", std::chrono::ceil<std::chrono::milliseconds>(options.window).count());
  }

  // Those of the two names of a metric that are there.
  std::vector<std::string> names_of(std::string_view metric) const {
    std::vector<std::string> found;
    for (std::string name : {std::string(metric), other_counter_name(metric)})
      if (names_.contains(name)) found.push_back(std::move(name));
    return found;
  }
  bool has(const Source& source) const { return !names_of(source.metric).empty(); }
  bool has(std::string_view name) const { return names_.contains(name); }

  std::string groups() const { return fmt::format("{}, {}", options_.replica_label, options_.model_label); }
  std::string selector(std::string_view name, const Source& source = {}) const {
    std::string inside = matchers_;
    if (!source.label.empty())
      inside += fmt::format("{}{}=\"{}\"", inside.empty() ? "" : ",", source.label, source.value);
    return inside.empty() ? std::string(name) : fmt::format("{}{{{}}}", name, inside);
  }

  std::string level(const Source& source, double most) const {
    const std::string limit = most < MetricRow{}.most ? fmt::format(" <= {}", most) : std::string();
    return of_each_name(source, [&](const std::string& name) {
      return fmt::format("{} by ({}) ({} >= 0{})", together(source), groups(), selector(name, source), limit);
    });
  }
  // FUNCTION: rate or increase.
  std::string growth(std::string_view function, const Source& source) const {
    return of_each_name(source, [&](const std::string& name) {
      return fmt::format("{} by ({}) ({}({}{}))", together(source), groups(), function,
                         selector(name, source), window_);
    });
  }
  std::string buckets(std::string_view histogram) const {
    return fmt::format("sum by ({}, le) (rate({}{}))", groups(),
                       selector(fmt::format("{}_bucket", histogram)), window_);
  }

  // The first of QUERIES that a replica has.
  std::string first_of(const std::vector<std::string>& queries) const {
    if (queries.size() == 1) return queries.front();
    return fmt::format("({})", fmt::join(queries, fmt::format(") or on ({}) (", options_.replica_label)));
  }
  // QUERY, where one of NAMES is there (RELATION and) or is not (unless).
  std::string where(std::string_view query, std::string_view relation,
                    const std::vector<std::string>& names) const {
    std::vector<std::string> all;
    for (const std::string& name : names) all.push_back(selector(name));
    const std::string& replica = options_.replica_label;
    std::vector<std::string> counts;
    for (const std::string& one : all) counts.push_back(fmt::format("count by ({}) ({})", replica, one));
    return fmt::format("({}) {} on ({}) ({})", query, relation, replica, fmt::join(counts, " or "));
  }

 private:
  static std::string_view together(const Source& source) {
    return source.together == engine::Together::sum ? "sum" : "avg";
  }
  std::string of_each_name(const Source& source, auto&& write) const {
    std::vector<std::string> written;
    for (const std::string& name : names_of(source.metric)) written.push_back(write(name));
    return first_of(written);
  }

  const Names& names_;
  const SourceOptions& options_;
  std::string matchers_, window_;
};

std::string quotient_of_growths(const Writer& writer, const MetricRow& row) {
  const std::string over = writer.growth("increase", row.over);
  const bool also = !row.also_over.metric.empty() && writer.has(row.also_over);
  const std::string divisor =
      also ? fmt::format("(({0}) + ({1}) or ({0}))", over, writer.growth("increase", row.also_over))
           : fmt::format("({})", over);
  return fmt::format("({}) / {}", writer.growth("increase", row.of), divisor);
}

std::string expression(const Writer& writer, const MetricRow& row) {
  switch (row.as) {
    case As::rate:
      return writer.growth("rate", row.of);
    case As::rate_of_use:
      return fmt::format("({}) > 0", writer.growth("rate", row.of));
    case As::since:
      return fmt::format("time() - ({})", writer.level(row.of, row.most));
    case As::quotient_of_levels:
      return fmt::format("({}) / ({})", writer.level(row.of, row.most), writer.level(row.over, row.most));
    case As::quotient_of_growths:
      return quotient_of_growths(writer, row);
    case As::level:
    case As::share_of_highest:
      break;
  }
  return writer.level(row.of, row.most);
}

std::string in_unit_of_signal(std::string query, const MetricRow& row) {
  if (row.factor != 1) query = fmt::format("({}) * {}", query, row.factor);
  if (row.offset != 0) query = fmt::format("({}) + {}", query, row.offset);
  return query;
}

bool adds_up(const MetricRow& row) {
  return row.of.together == engine::Together::sum &&
         (row.as == As::level || row.as == As::rate || row.as == As::rate_of_use);
}

// A metric of each engine that is there: the first of its table, which its pages have in common.
std::vector<std::string> marks_of_engines(const Writer& writer, const Names& names) {
  std::vector<std::string> marks;
  for (const engine::Adapter* adapter : engine::adapters()) {
    if (adapter->prefix.empty()) continue;
    const auto first = names.lower_bound(adapter->prefix);
    if (first == names.end() || !first->starts_with(adapter->prefix)) continue;
    const auto there = std::find_if(adapter->metrics.begin(), adapter->metrics.end(),
                                    [&](const MetricRow& row) { return writer.has(row.of); });
    if (there != adapter->metrics.end()) marks.push_back(writer.names_of(there->of.metric).front());
  }
  return marks;
}

struct OfSignal {
  std::vector<std::string> values, buckets, histograms;  // of histograms: names of their counts
  const MetricRow* row = nullptr;                        // the first
};

void add_row(const Writer& writer, const engine::Adapter& adapter, const MetricRow& row,
             const std::vector<std::string>& marks, std::map<std::string_view, OfSignal>& all) {
  OfSignal& of = all[row.signal];
  if (!writer.has(row.of) || (!row.over.metric.empty() && !writer.has(row.over))) return;
  if (&adapter == &engine::process && marks.empty()) return;
  std::string query = in_unit_of_signal(expression(writer, row), row);
  if (&adapter == &engine::process) query = writer.where(query, "and", marks);
  of.values.push_back(std::move(query));
  if (of.row == nullptr) of.row = &row;
}

void add_queries(const Writer& writer, std::string_view signal, const OfSignal& of, SourcePlan& plan) {
  if (of.values.empty() && of.buckets.empty()) return plan.without.push_back(signal);
  if (!of.buckets.empty()) plan.queries.push_back({signal, writer.first_of(of.buckets), false, false, true});
  if (of.values.empty()) return;
  std::string query = writer.first_of(of.values);
  if (!of.buckets.empty()) query = writer.where(query, "unless", of.histograms);
  plan.queries.push_back(
      {signal, std::move(query), adds_up(*of.row), of.row->as == As::share_of_highest, false});
}

}  // namespace source_queries_impl

SourcePlan plan_queries(const std::set<std::string, std::less<>>& names, const SourceOptions& options) {
  using namespace source_queries_impl;
  const Writer writer(names, options);
  const std::vector<std::string> marks = marks_of_engines(writer, names);
  std::map<std::string_view, OfSignal> all;
  for (const engine::Adapter* adapter : engine::adapters())
    for (const MetricRow& row : adapter->metrics) add_row(writer, *adapter, row, marks, all);
  if (options.latency)
    for (const engine::HistogramRow& row : engine::histograms()) {
      OfSignal& of = all[row.signal];
      if (!writer.has(fmt::format("{}_bucket", row.histogram))) continue;
      of.buckets.push_back(writer.buckets(row.histogram));
      of.histograms.push_back(fmt::format("{}_count", row.histogram));
    }
  SourcePlan plan;
  for (const auto& [signal, of] : all) add_queries(writer, signal, of, plan);
  return plan;
}

}  // namespace foreshock::collect
