#include "cli/history_rows.h"

#include <algorithm>
#include <map>

#include "signals/signal.h"
#include "store/bucket_run.h"
#include "store/grain.h"

namespace foreshock::cli {
namespace history_rows_impl {

bool is_distribution(std::string_view signal) {
  const auto specs = signals::signal_specs();
  const auto spec =
      std::find_if(specs.begin(), specs.end(), [&](const SignalSpec& s) { return s.name == signal; });
  return spec != specs.end() && spec->rollup == Rollup::distribution;
}

}  // namespace history_rows_impl

std::vector<store::SeriesHistory> history_of(const std::vector<collect::SourceRows>& rows) {
  std::map<SeriesKey, store::BucketRun> runs;
  for (const collect::SourceRows& row : rows) {
    const bool with_sketch = history_rows_impl::is_distribution(row.signal);
    store::BucketRun run;  // once, and then as a whole into each stratum
    for (const auto& [at, value, weight] : row.values)
      run.find_or_add(bucket_start(at, store::minute_grain)).add(value, weight, with_sketch);
    for (const Stratum& stratum : row.strata) {
      store::BucketRun& all = runs[{std::string(row.signal), stratum}];
      if (all.empty())
        all = run;
      else
        all.merge(run);
    }
  }
  std::vector<store::SeriesHistory> history;
  for (auto& [key, run] : runs)
    if (!run.empty()) history.push_back({key, std::move(run).release()});
  return history;
}

}  // namespace foreshock::cli
