// What the console is asked: checked values within their bounds, or an error that names the parameter.
#include "console/heatmap_query.h"
#include "console/observations_query.h"
#include "console/series_query.h"
#include "input.h"
#include "signals/signal.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Instant now{std::chrono::hours(500'000)};
  const auto signals = signals::signal_specs();
  if (const auto asked = console::parse_series_query(text, signals, {}, now)) {
    FORESHOCK_MUST(!asked->signals.empty() && asked->from <= asked->to && asked->step > Duration::zero());
    FORESHOCK_MUST((asked->to - asked->from) / asked->step <= 100'000);
  }
  if (const auto asked = console::parse_heat_map_query(text, signals, {}, now))
    FORESHOCK_MUST(asked->signal != nullptr && asked->times.from <= asked->times.to);
  const auto asked = console::parse_observations_query(text, {}, now);
  if (asked) FORESHOCK_MUST(asked->limit > 0);
  if (!asked) FORESHOCK_MUST(asked.error().code() == Code::bad_request && !asked.error().what().empty());
  return 0;
}
