#pragma once
// Asks a server of metrics by its query API.
#include <string>
#include <utility>
#include <vector>

#include "collect/source_options.h"
#include "net/http_client.h"
#include "wire/prometheus_api.h"

namespace foreshock::collect {

// Both ends are asked for.
struct QueriedRange {
  Instant from, to;
  Duration step{};

  size_t points() const { return static_cast<size_t>((to - from) / step) + 1; }
};
inline constexpr size_t most_points = 11'000;  // of a series, that Prometheus answers at once

// For the thread of its executor only. No secret of OPTIONS is ever in an error or a log.
class PrometheusServer {
 public:
  // OPTIONS are sound (check_source). ATTEMPTS: how often a question is asked that a server failed to answer,
  // with a pause that grows from half a second on. All outlive it.
  PrometheusServer(net::Executor executor, const Clock& clock, const SourceOptions& options, int attempts);

  // The names of the metrics that had samples in the range, of those that meet OPTIONS.match.
  net::Awaitable<Result<std::vector<std::string>>> names(Instant from, Instant to);
  // RANGE has at most most_points.
  net::Awaitable<Result<wire::QueriedSamples>> query(std::string promql, QueriedRange range);

 private:
  using Form = std::vector<std::pair<std::string_view, std::string>>;
  struct Reply {
    int status = 0;
    std::string body;
  };
  enum class Method : uint8_t { get, post };
  net::Awaitable<Result<std::string>> ask(Method method, std::string path, Form form);
  net::Awaitable<Result<Reply>> ask_once(Method method, std::string path, std::string form);

  net::HttpClient http_;
  const SourceOptions& options_;
  const wire::Url url_;
  const int attempts_;
};

}  // namespace foreshock::collect
