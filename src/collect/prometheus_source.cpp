#include "collect/prometheus_source.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/shown.h"

namespace foreshock::collect {
namespace prometheus_source_impl {

constexpr size_t points_at_once = 500'000;  // about 15 MB of answer
constexpr size_t points_at_first = 60;
constexpr size_t names_told = 8, most_warnings = 20;

constexpr Duration day = std::chrono::hours(24), hour = std::chrono::hours(1);

Error nothing_known(const std::set<std::string, std::less<>>& names, const SourceOptions& options) {
  const std::string where =
      options.match.empty() ? std::string() : fmt::format(" that meets {}", shown(options.match));
  if (names.empty())
    return Error(Code::not_found, fmt::format("the server has no metric in that time{}", where),
                 "Check how far back it keeps them, and the selector.");
  std::string some;
  for (auto name = names.begin();
       name != names.end() && std::distance(names.begin(), name) < std::ptrdiff_t{names_told}; ++name)
    some += fmt::format("{}{}", some.empty() ? "" : ", ", shown(*name));
  return Error(
      Code::not_found,
      fmt::format("no metric of an engine or device that Foreshock knows is there{}; it has {} others: {}{}",
                  where, names.size(), some, names.size() > names_told ? ", …" : ""),
      "Check that this server scrapes the engines, and that no rule renames their metrics.");
}

}  // namespace prometheus_source_impl

QueriedRange first_piece(const QueriedRange& range, size_t series) {
  using namespace prometheus_source_impl;
  const size_t budget =
      series == 0 ? points_at_first : std::clamp<size_t>(points_at_once / series, 1, most_points);
  if (range.points() <= budget) return range;
  const Instant end = range.from + static_cast<int64_t>(budget) * range.step;
  Instant cut = end;
  for (const Duration grain : {day, hour})
    if (cut == end && bucket_start(end, grain) > range.from) cut = bucket_start(end, grain);
  const auto steps = (cut - Duration(1) - range.from) / range.step;
  return {range.from, range.from + steps * range.step, range.step};
}

PrometheusSource::PrometheusSource(net::Executor executor, const Clock& clock, const SourceOptions& options,
                                   int attempts)
    : server_(std::move(executor), clock, options, attempts), options_(options) {}

net::Awaitable<Result<SourcePlan>> PrometheusSource::plan(Instant from, Instant to) {
  FORESHOCK_CO_TRY(std::vector<std::string> found, co_await server_.names(from, to));
  const std::set<std::string, std::less<>> names(std::make_move_iterator(found.begin()),
                                                 std::make_move_iterator(found.end()));
  SourcePlan plan = plan_queries(names, options_);
  if (plan.queries.empty()) co_return fail(prometheus_source_impl::nothing_known(names, options_));
  co_return plan;
}

net::Awaitable<Result<void>> PrometheusSource::read(const SourceQuery& query, SourceAnswers& answers,
                                                    QueriedRange range, const Take& take) {
  for (size_t series = 0; range.from <= range.to;) {
    const QueriedRange piece = first_piece(range, series);
    auto samples = co_await server_.query(query.promql, piece);
    if (!samples) co_return fail(samples.error().at(query.signal));
    note(*samples);
    series = std::max<size_t>(series, std::max<size_t>(samples->series.size(), 1));
    if (auto taken = take(answers.read(*samples, range.step), piece); !taken) co_return fail(taken.error());
    range.from = piece.to + range.step;
  }
  co_return Result<void>();
}

void PrometheusSource::note(const wire::QueriedSamples& samples) {
  known_.native_histograms = std::max(known_.native_histograms, samples.native_histograms);
  for (const std::string& warning : samples.warnings)
    if (known_.warnings.size() < prometheus_source_impl::most_warnings &&
        std::find(known_.warnings.begin(), known_.warnings.end(), warning) == known_.warnings.end())
      known_.warnings.push_back(warning);
}

}  // namespace foreshock::collect
