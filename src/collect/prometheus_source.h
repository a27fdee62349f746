#pragma once
// A server of metrics read as a source of series.
#include <functional>
#include <vector>

#include "collect/prometheus_server.h"
#include "collect/source_answer.h"

namespace foreshock::collect {

// The first piece of RANGE that is asked for at once: at most most_points, and with SERIES series (0: it is
// not known yet) about half a million points in all; up to the end of a day where it can, or of an hour.
QueriedRange first_piece(const QueriedRange& range, size_t series);

// For the thread of its executor only.
class PrometheusSource {
 public:
  // Takes what was read of one query and piece.
  using Take = std::function<Result<void>(const std::vector<SourceRows>& rows, const QueriedRange& piece)>;
  struct Known {
    std::vector<std::string> warnings;  // of the server, each once
    size_t native_histograms = 0;       // seen, and left out
  };

  // As of PrometheusServer.
  PrometheusSource(net::Executor executor, const Clock& clock, const SourceOptions& options, int attempts);

  // What can be asked of what was there in the time. Errors: not_found, with some names of what is there
  // instead, where it is nothing; those of the server.
  net::Awaitable<Result<SourcePlan>> plan(Instant from, Instant to);
  // Asks one query piece by piece; each goes to TAKE, whose error ends it. ANSWERS is of the query.
  net::Awaitable<Result<void>> read(const SourceQuery& query, SourceAnswers& answers, QueriedRange range,
                                    const Take& take);
  const Known& known() const { return known_; }

 private:
  void note(const wire::QueriedSamples& samples);

  PrometheusServer server_;
  const SourceOptions& options_;
  Known known_;
};

}  // namespace foreshock::collect
