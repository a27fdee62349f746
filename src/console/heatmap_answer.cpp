#include <algorithm>

#include <fmt/format.h>

#include "console/api.h"
#include "console/heatmap_query.h"
#include "console/json_values.h"

namespace foreshock::console {
namespace heatmap_answer_impl {

constexpr size_t most_rows = 200;  // each is read from the disk

// The values of the dimension that the signal was measured for.
Result<std::vector<std::string>> values_of(const store::Store& store, const HeatMapQuery& query) {
  std::vector<std::string> values;
  for (const SeriesKey& key : store.keys())
    if (key.signal == query.signal->name && key.stratum.dimension == query.dimension)
      values.push_back(key.stratum.value);
  if (values.size() <= most_rows) return values;
  return fail(Code::bad_request,
              fmt::format("dimension: '{}' has {} values, at most {} are shown", query.dimension,
                          values.size(), most_rows),
              "Choose a dimension with fewer values.");
}

// One count a band: [0] below the first border, the last from the last border on. To 1 %, as sketches are.
std::vector<double> count(const SeriesView& view, const std::vector<double>& bounds) {
  std::vector<double> counts(bounds.size() + 1);
  for (const Bucket& bucket : view.buckets)
    bucket.sketch.for_each([&](double value, double weight) {
      const auto above = std::upper_bound(bounds.begin(), bounds.end(), value);
      counts[static_cast<size_t>(above - bounds.begin())] += weight;
    });
  return counts;
}

}  // namespace heatmap_answer_impl

Result<std::string> heatmap_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace heatmap_answer_impl;
  FORESHOCK_TRY(const HeatMapQuery query, parse_heat_map_query(request.query, *sources.signals,
                                                               sources.dimensions, sources.clock.now()));
  FORESHOCK_TRY(const auto values, values_of(sources.store, query));
  Json rows = Json::array();
  for (const std::string& value : values) {
    const SeriesKey key{std::string(query.signal->name), {query.dimension, value}};
    const SeriesView view =
        sources.store.read(key, query.step, bucket_start(query.times.from, query.step), query.times.to);
    const std::vector<double> counts = count(view, query.bounds);
    if (std::any_of(counts.begin(), counts.end(), [](double one) { return one > 0; }))
      rows.push_back(Json{{"value", value}, {"counts", counts}});
  }
  return to_text(Json{{"signal", query.signal->name},
                      {"unit", query.signal->unit},
                      {"dimension", query.dimension},
                      {"bounds", query.bounds},
                      {"step", std::chrono::duration_cast<std::chrono::seconds>(query.step).count()},
                      {"rows", std::move(rows)}});
}

}  // namespace foreshock::console
