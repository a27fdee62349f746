#include <array>

#include "console/api.h"
#include "console/json_values.h"
#include "console/query.h"

namespace foreshock::console {
namespace status_answer_impl {

std::string_view name_of(Rollup rollup) {
  switch (rollup) {
    case Rollup::distribution:
      return "distribution";
    case Rollup::mean:
      return "mean";
    case Rollup::sum:
      return "sum";
  }
  return "mean";
}

Json demo_of(const DemoSwitch* demo) {
  constexpr std::array<std::string_view, 3> states = {"preparing", "ready", "running"};
  return demo == nullptr ? Json() : Json(states[static_cast<size_t>(demo->state())]);
}

Json learning_of(const Learning& learning) {
  const bool begun = learning.since.has_value();
  return {{"since", begun ? Json(unix_seconds(*learning.since)) : Json()},
          {"until", begun ? Json(unix_seconds(learning.until)) : Json()},
          {"least_s", seconds(learning.least)},
          {"series", learning.series},
          {"known", learning.known},
          {"unknown", learning.unknown}};
}

Json devices_of(const std::vector<DeviceStatus>& devices) {
  Json out = Json::array();
  for (const DeviceStatus& device : devices)
    out.push_back(Json{{"index", device.index},
                       {"name", or_null(device.name)},
                       {"uuid", or_null(device.uuid)},
                       {"backends", device.backends}});
  return out;
}

Json store_of(const store::StoreStatistics& store) {
  return {{"in_memory", store.in_memory},
          {"trouble", or_null(store.trouble)},
          {"series", store.series},
          {"write_errors", store.write_errors},
          {"last_flush", store.last_flush ? Json(unix_seconds(*store.last_flush)) : Json()}};
}

}  // namespace status_answer_impl

Result<std::string> status_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_CHECK(Query::parse(request.query, {}));
  const Status status = sources.status();
  const Instant now = sources.clock.now();
  Json backends = Json::array();
  for (const BackendStatus& backend : status.backends)
    backends.push_back(Json{{"name", backend.name},
                            {"url", backend.url},
                            {"kind", backend.kind},
                            {"healthy", backend.healthy},
                            {"doubt", backend.doubt}});
  return to_text(
      Json{{"version", status.version},
           {"now", unix_seconds(now)},
           {"uptime_s", seconds(now - status.started)},
           {"gateway", or_null(status.gateway)},
           {"backends", backends},
           {"devices", status_answer_impl::devices_of(status.devices)},
           {"no_devices", or_null(status.no_devices)},
           {"in_flight", status.in_flight},
           {"dropped_observations", status.dropped_observations},
           {"learning", status_answer_impl::learning_of(status.learning)},
           {"demo", status_answer_impl::demo_of(sources.demo)},
           {"demo_mode", sources.demo == nullptr ? Json() : Json(name_of(sources.demo->autonomy()))},
           {"store", status_answer_impl::store_of(sources.store.statistics())}});
}

Result<std::string> signals_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_CHECK(Query::parse(request.query, {}));
  Json signals = Json::array();
  for (const SignalSpec& signal : sources.signals->all())
    signals.push_back(Json{{"name", signal.name},
                           {"unit", signal.unit},
                           {"direction", name_of(signal.direction)},
                           {"rollup", status_answer_impl::name_of(signal.rollup)},
                           {"help", signal.help}});
  return to_text(Json{{"signals", signals}});
}

}  // namespace foreshock::console
