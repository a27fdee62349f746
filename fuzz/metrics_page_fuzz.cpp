// Pages of engines: only finite values come out of metrics, also of two pages in a row, and no window without
// room out of properties; what we write, we read.
#include <bit>
#include <cmath>

#include "collect/readings.h"
#include "input.h"
#include "wire/engine_props.h"
#include "wire/prometheus_page.h"
#include "wire/prometheus_text.h"

namespace foreshock::fuzz {

void read_twice(std::string_view first, std::string_view second) {
  collect::Readings readings;
  const Instant at{std::chrono::hours(500'000)};
  for (const auto& [page, time] : {std::pair(first, at), std::pair(second, at + std::chrono::seconds(10))})
    for (const collect::Reading& reading : readings.read(page, time)) {
      FORESHOCK_MUST(!reading.signal.empty());
      FORESHOCK_MUST(std::isfinite(reading.value));
    }
}

void write_and_read(double value, std::string_view label) {
  wire::PrometheusText text;
  text.begin("a_total", wire::MetricType::counter, label);
  text.sample(value, {{"l", std::string(label)}});
  const auto lines = wire::read_prometheus(text.page());
  if (!std::isfinite(value)) {
    FORESHOCK_MUST(lines.empty());
    return;
  }
  FORESHOCK_MUST(lines.size() == 1 && lines[0].name == "a_total" && lines[0].value == value);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const double value = std::bit_cast<double>(input.number(8));
  fuzz::write_and_read(value, input.rest().substr(0, 40));
  for (const wire::MetricLine& line : wire::read_prometheus(input.rest())) {
    FORESHOCK_MUST(!line.name.empty() && std::isfinite(line.value));
    const auto label = wire::label_of(line.labels, "l");
    FORESHOCK_MUST(!label || label->size() < line.labels.size());
  }
  const auto window = wire::read_engine_props(input.rest()).context_window;
  FORESHOCK_MUST(!window || *window > 0);
  const size_t middle = input.rest().find("\n\n");
  fuzz::read_twice(input.rest().substr(0, middle),
                   middle == std::string_view::npos ? input.rest() : input.rest().substr(middle));
  return 0;
}
