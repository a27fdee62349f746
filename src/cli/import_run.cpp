#include "cli/import_run.h"

#include <algorithm>

#include "cli/history_rows.h"
#include "net/task_group.h"
#include "store/grain.h"

namespace foreshock::cli {
namespace import_run_impl {

using collect::QueriedRange;
using collect::SourceQuery;
using collect::SourceRows;

constexpr int attempts = 4;

// All of it runs on one thread, but for what waits for it.
class Import {
 public:
  Import(net::IoThread& io, const ImportOptions& options, const Clock& clock, store::HistoryWriter& writer,
         const std::function<void(double)>& progress)
      : source_(io.executor(), clock, options.source, attempts),
        options_(options),
        writer_(writer),
        progress_(progress) {
    const Instant to = bucket_start(clock.now() - options.step, options.step);
    range_ = {std::max(bucket_start(to - options.back, store::minute_grain), Instant{}), to, options.step};
  }

  net::Awaitable<Result<void>> ask_for_names() {
    auto plan = co_await source_.plan(range_.from, range_.to);
    if (!plan) co_return fail(plan.error());
    plan_ = *std::move(plan);
    for (const std::string_view signal : plan_.without) report_.absent.emplace_back(signal);
    co_return Result<void>();
  }
  size_t queries() const { return plan_.queries.size(); }

  // Takes one query after the other, until there is none, or the store fails.
  net::Awaitable<void> work() {
    while (next_ < plan_.queries.size() && !store_failure_) {
      const SourceQuery& query = plan_.queries[next_++];
      collect::SourceAnswers answers(query, options_.source);
      const collect::PrometheusSource::Take take = [this, &query](const std::vector<SourceRows>& rows,
                                                                  const QueriedRange& piece) {
        return keep(query, rows, piece);
      };
      report_.signals[std::string(query.signal)];
      auto done = co_await source_.read(query, answers, range_, take);
      if (!done && !store_failure_) report_.failures.push_back(done.error());
    }
  }

  Result<ImportReport> result() {
    if (store_failure_) return fail(*store_failure_);
    report_.known = source_.known();
    return std::move(report_);
  }

 private:
  Result<void> keep(const SourceQuery& query, const std::vector<SourceRows>& rows,
                    const QueriedRange& piece) {
    const std::vector<store::SeriesHistory> history = history_of(rows);
    const auto taken = writer_.add(history);
    if (!taken) {
      store_failure_ = taken.error();
      return fail(taken.error());
    }
    note(report_.signals[std::string(query.signal)], history, *taken);
    points_ += piece.points();
    progress_(static_cast<double>(points_) / static_cast<double>(range_.points() * plan_.queries.size()));
    return {};
  }

  static void note(ImportedSignal& signal, const std::vector<store::SeriesHistory>& history,
                   const store::HistoryTaken& taken) {
    for (const auto& [key, minutes] : history) {
      signal.series.insert(key.stratum);
      signal.points += minutes.size();
      const Instant first = minutes.front().start, last = minutes.back().start;
      signal.first = signal.first == Instant{} ? first : std::min(signal.first, first);
      signal.last = std::max(signal.last, last);
    }
    signal.taken.taken += taken.taken;
    signal.taken.there += taken.there;
    signal.taken.out_of_reach += taken.out_of_reach;
    signal.taken.series_left_out = std::max(signal.taken.series_left_out, taken.series_left_out);
  }

  collect::PrometheusSource source_;
  const ImportOptions& options_;
  store::HistoryWriter& writer_;
  const std::function<void(double)>& progress_;
  QueriedRange range_;
  collect::SourcePlan plan_;
  ImportReport report_;
  std::optional<Error> store_failure_;
  size_t next_ = 0, points_ = 0;
};

}  // namespace import_run_impl

size_t ImportReport::series() const {
  size_t all = 0;
  for (const auto& [name, signal] : signals) all += signal.series.size();
  return all;
}

Result<ImportReport> run_import(const ImportOptions& options, const Clock& clock,
                                const std::function<void(double share)>& progress) {
  FORESHOCK_TRY(const auto writer, store::HistoryWriter::open(options.data_dir, clock));
  net::IoThread io("import");
  import_run_impl::Import import(io, options, clock, *writer, progress);
  if (const auto known = io.wait_for(import.ask_for_names()); !known) return fail(known.error());
  {
    net::TaskGroup tasks(io);
    for (size_t i = 0; i < std::min(options.parallel, import.queries()); ++i) tasks.spawn(import.work());
    tasks.wait();
  }
  return import.result();
}

}  // namespace foreshock::cli
