#include "console/heatmap_query.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace foreshock::console {
namespace heatmap_query_impl {

constexpr std::array<std::string_view, 5> parameters = {"signal", "dimension", "bounds", "from", "to"};
constexpr Duration default_span = std::chrono::hours(1);
constexpr Duration longest_fine_span = std::chrono::hours(6);
constexpr size_t most_bounds = 20;

tl::unexpected<Error> bad(std::string what, std::string hint) {
  return fail(Code::bad_request, std::move(what), std::move(hint));
}

Result<const SignalSpec*> parse_signal(const Query& query, const SignalCatalog& known) {
  const auto name = query.find("signal");
  if (!name) return bad("signal is missing", "Name what to count: signal=e2e.");
  FORESHOCK_TRY(const SignalSpec* signal, find_signal("signal", *name, known));
  if (signal->rollup == Rollup::distribution) return signal;
  return bad(fmt::format("signal: '{}' is no distribution", *name),
             "GET /api/v1/signals tells the rollup of each.");
}

Result<std::vector<double>> parse_bounds(const Query& query) {
  FORESHOCK_TRY(std::vector<double> bounds, query.numbers("bounds", 0, 1e9));
  if (bounds.empty()) return bad("bounds is missing", "Give the borders between bands: bounds=1,5,15.");
  const bool rises = std::adjacent_find(bounds.begin(), bounds.end(), std::greater_equal<>()) == bounds.end();
  if (rises && bounds.size() <= most_bounds) return bounds;
  return bad(fmt::format("bounds must be at most {} numbers, each above the one before", most_bounds),
             "Give the borders between bands: bounds=1,5,15.");
}

}  // namespace heatmap_query_impl

Result<HeatMapQuery> parse_heat_map_query(std::string_view text, const SignalCatalog& signals,
                                          std::span<const std::string_view> dimensions, Instant now) {
  using namespace heatmap_query_impl;
  FORESHOCK_TRY(const Query query, Query::parse(text, parameters));
  HeatMapQuery parsed;
  FORESHOCK_TRY(parsed.signal, parse_signal(query, signals));
  const auto dimension = query.find("dimension");
  if (!dimension || dimension->empty())
    return bad("dimension is missing", "GET /api/v1/strata lists the dimensions.");
  FORESHOCK_CHECK(check_dimension("dimension", *dimension, dimensions));
  parsed.dimension = *dimension;
  FORESHOCK_TRY(parsed.bounds, parse_bounds(query));
  FORESHOCK_TRY(parsed.times, parse_times(query, now, default_span));
  const bool is_fine = parsed.times.to - parsed.times.from <= longest_fine_span;
  parsed.step = is_fine ? Duration(std::chrono::seconds(10)) : Duration(std::chrono::hours(1));
  return parsed;
}

}  // namespace foreshock::console
