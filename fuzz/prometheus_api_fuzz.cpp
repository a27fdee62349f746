// Answers of a server of metrics: whatever they hold, they are read or refused, by an error that tells whose
// fault it is.
#include <cmath>

#include "input.h"
#include "wire/prometheus_api.h"

namespace foreshock::fuzz {

void check(const Error& error) {
  constexpr Code known[] = {Code::bad_usage, Code::timeout, Code::overloaded, Code::backend_broken};
  FORESHOCK_MUST(std::find(std::begin(known), std::end(known), error.code()) != std::end(known));
  FORESHOCK_MUST(!error.what().empty() && error.what().size() < 3000);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto samples = wire::read_queried_samples(text)) {
    for (const wire::QueriedSeries& series : samples->series) {
      for (const wire::QueriedPoint& point : series.points) FORESHOCK_MUST(std::isfinite(point.at));
      for (const auto& [name, value] : series.labels) FORESHOCK_MUST(series.label(name).size() <= size);
    }
    FORESHOCK_MUST(samples->warnings.size() <= 20);
  } else {
    fuzz::check(samples.error());
  }
  if (const auto values = wire::read_label_values(text); !values) fuzz::check(values.error());
  return 0;
}
