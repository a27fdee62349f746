#include "scenario/named.h"
#include "scenario/read_parts.h"
#include "scenario/series_names.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_service_levels_impl {

constexpr std::array statistic_names = {Named{"p50", Statistic::p50}, Named{"p90", Statistic::p90},
                                        Named{"p95", Statistic::p95}, Named{"p99", Statistic::p99},
                                        Named{"mean", Statistic::mean}};

// The series of SERIES or SERIES_p95; null when there is no such series or statistic.
const SeriesName* read_name(std::string_view name, ServiceLevel& level) {
  const std::span<const SeriesName> known(series_names);
  const SeriesName* series = find_by_name(known, name);
  for (const auto& [suffix, statistic] : statistic_names)
    if (const size_t cut = name.rfind('_'); cut != std::string_view::npos && name.substr(cut + 1) == suffix) {
      series = find_by_name(known, name.substr(0, cut));
      level.statistic = statistic;
    }
  return series;
}

Result<double> read_limit(const Value& value, SeriesUnit unit, bool& relative) {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  relative = text.ends_with('x');
  if (relative) {
    auto multiple = parse_number(std::string_view(text).substr(0, text.size() - 1));
    if (multiple && *multiple > 0) return multiple;
    return refuse(value.node,
                  fmt::format("'{}' expected a multiple such as 1.3x, found '{}'", value.key, shown(text)));
  }
  if (unit == SeriesUnit::number) return read_within<parse_number, 0, 1'000'000'000>(value);
  FORESHOCK_TRY(const Duration limit, read_positive<parse_duration>(value));
  return seconds(limit);
}

}  // namespace read_service_levels_impl

Result<std::vector<ServiceLevel>> read_service_levels(const Value& value) {
  FORESHOCK_CHECK(check_map(value));
  std::vector<ServiceLevel> out;
  for (const auto& [key, node] : value.node.entries()) {
    ServiceLevel level;
    level.name = key.text();
    const SeriesName* series = read_service_levels_impl::read_name(level.name, level);
    if (series == nullptr) {
      std::vector<std::string> names;
      names.reserve(series_names.size());
      for (const SeriesName& row : series_names) names.push_back(fmt::format("{}_p95", row.name));
      const std::vector<std::string_view> known(names.begin(), names.end());
      return refuse_name(key, "service level", level.name, known,
                         "Write SERIES_p50, _p90, _p95, _p99 or _mean, or SERIES alone for its mean.");
    }
    level.series = series->name;
    FORESHOCK_TRY(level.limit, read_service_levels_impl::read_limit(Value{level.name, node, value.story},
                                                                    series->unit, level.relative));
    out.push_back(std::move(level));
  }
  return out;
}

}  // namespace foreshock::scenario
