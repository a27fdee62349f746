#pragma once
// An import of history from a server of metrics, from its first question to what came of it.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "collect/prometheus_source.h"
#include "collect/source_options.h"
#include "core/result.h"
#include "store/history.h"

namespace foreshock::cli {

struct ImportOptions {
  collect::SourceOptions source;
  std::string data_dir;
  Duration back{};  // how far
  Duration step = std::chrono::minutes(1);
  size_t parallel = 3;  // questions at once
};

// Of one signal.
struct ImportedSignal {
  std::set<Stratum> series;
  size_t points = 0;  // minutes that were read
  store::HistoryTaken taken;
  Instant first, last;  // of the points; nothing where there is none
};

struct ImportReport {
  std::map<std::string, ImportedSignal, std::less<>> signals;  // those that were asked for
  std::vector<std::string> absent;                             // nothing of them is on the server
  collect::PrometheusSource::Known known;
  std::vector<Error> failures;  // of questions; what was read stays
  size_t series() const;
};

// PROGRESS: how much of all is done, 0 to 1; from a thread of its own. Errors: those of the store, and of the
// first question; with anything else what could be read is there, and the report tells.
Result<ImportReport> run_import(const ImportOptions& options, const Clock& clock,
                                const std::function<void(double share)>& progress);

}  // namespace foreshock::cli
