#pragma once
// Servers of metrics as live sources: read again and again.
#include <memory>
#include <vector>

#include "collect/source_options.h"
#include "core/ports.h"
#include "net/io.h"
#include "net/task_group.h"

namespace foreshock::collect {

class SourceWatch {
 public:
  // Begins at once, on the thread of IO. Every SourceOptions::every it asks for what came since it last read,
  // up to an hour back; samples go to SERIES, by the time that the server tells. Besides, series_missing: 1
  // in the total and for the replica SourceOptions::name where the server gives nothing, 0 where it does; the
  // log says so when it changes. OPTIONS are sound (check_source). All outlive it.
  SourceWatch(net::IoThread& io, const Clock& clock, const std::vector<SourceOptions>& sources,
              SeriesSink& series);
  ~SourceWatch();  // stops

 private:
  struct Source;
  net::Awaitable<void> watch(Source& source);
  net::Awaitable<Result<void>> read(Source& source, Instant now);
  void tell(Source& source, const Result<void>& read, Instant now);

  const Clock& clock_;
  SeriesSink& series_;
  std::vector<std::unique_ptr<Source>> sources_;
  net::TaskGroup tasks_;  // last: it ends before what its tasks use
};

}  // namespace foreshock::collect
