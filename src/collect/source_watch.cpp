#include "collect/source_watch.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "collect/prometheus_source.h"
#include "core/log.h"

namespace foreshock::collect {
namespace source_watch_impl {

constexpr Duration furthest_back = std::chrono::hours(1);
constexpr Duration plan_kept = std::chrono::minutes(5);
constexpr int attempts = 1;  // the next reading is one more

}  // namespace source_watch_impl

struct SourceWatch::Source {
  Source(const SourceOptions& options_, net::IoThread& io, const Clock& clock)
      : options(options_), server(io.executor(), clock, options, source_watch_impl::attempts) {}

  // Answers remember what was highest: they go only where the questions are others.
  void take_plan(SourcePlan found) {
    if (std::equal(found.queries.begin(), found.queries.end(), plan.queries.begin(), plan.queries.end(),
                   [](const auto& a, const auto& b) { return a.promql == b.promql; }))
      return;
    answers.clear();
    plan = std::move(found);
    for (const SourceQuery& query : plan.queries) answers.emplace_back(query, options);
  }

  const SourceOptions options;
  PrometheusSource server;
  SourcePlan plan;
  std::vector<SourceAnswers> answers;  // of the queries of the plan
  Instant planned, last_read;
  std::optional<bool> was_good;
};

SourceWatch::SourceWatch(net::IoThread& io, const Clock& clock, const std::vector<SourceOptions>& sources,
                         SeriesSink& series)
    : clock_(clock), series_(series), tasks_(io) {
  for (const SourceOptions& options : sources) {
    auto& source = sources_.emplace_back(std::make_unique<Source>(options, io, clock));
    tasks_.spawn(watch(*source));
  }
}

SourceWatch::~SourceWatch() {
  tasks_.stop();
}

net::Awaitable<void> SourceWatch::watch(Source& source) {
  for (;;) {
    const Instant begun = clock_.now();
    const Result<void> done = co_await read(source, begun);
    tell(source, done, clock_.now());
    co_await net::sleep_for(source.options.every - (clock_.now() - begun));
  }
}

// Points lie at whole steps. What was read is told once all of it is there, so that none comes twice.
net::Awaitable<Result<void>> SourceWatch::read(Source& source, Instant now) {
  using namespace source_watch_impl;
  const Duration step = source.options.every;
  const Instant to = bucket_start(now, step);
  const Instant from =
      std::max(source.last_read + step, source.last_read == Instant{} ? to : to - furthest_back);
  if (from > to) co_return Result<void>();
  if (source.planned == Instant{} || now - source.planned >= plan_kept) {
    auto plan = co_await source.server.plan(from - source.options.window, to);
    if (!plan) co_return fail(std::move(plan).error());
    source.take_plan(*std::move(plan));
    source.planned = now;
  }
  std::vector<Sample> samples;
  const PrometheusSource::Take take = [&samples](const std::vector<SourceRows>& rows, const QueriedRange&) {
    for (const SourceRows& row : rows)
      for (const Stratum& stratum : row.strata)
        for (const auto& [at, value, weight] : row.values)
          samples.push_back({{std::string(row.signal), stratum}, at, value, weight});
    return Result<void>();
  };
  const QueriedRange range{from, to, step};
  for (size_t i = 0; i < source.plan.queries.size(); ++i) {
    auto done = co_await source.server.read(source.plan.queries[i], source.answers[i], range, take);
    if (!done) co_return fail(std::move(done).error());
  }
  series_.take(samples);
  source.last_read = to;
  co_return Result<void>();
}

void SourceWatch::tell(Source& source, const Result<void>& read, Instant now) {
  const bool good = read.has_value();
  if (source.was_good != good) {
    if (!good)
      log::warn("collect",
                fmt::format("the source '{}' cannot be read: {}", source.options.name, read.error().text()));
    else if (source.was_good)
      log::info("collect", fmt::format("the source '{}' is read again", source.options.name));
  }
  source.was_good = good;
  if (!good) source.planned = Instant{};
  std::vector<Sample> samples;
  for (const Stratum& stratum : {Stratum{}, Stratum{"replica", source.options.name}})
    samples.push_back({{"series_missing", stratum}, now, good ? 0.0 : 1.0, 1});
  series_.take(samples);
}

}  // namespace foreshock::collect
