#include "gateway/own_endpoints.h"

#include <algorithm>
#include <array>

#include "gateway/feedback.h"
#include "gateway/operator_paths.h"
#include "gateway/posted_event.h"
#include "gateway/posted_signals.h"
#include "gateway/worker.h"
#include "signals/strata.h"
#include "wire/json_body.h"

namespace foreshock::gateway {
namespace own_endpoints_impl {

Result<void> take_feedback(Worker& worker, std::string_view body) {
  House& house = worker.house();
  FORESHOCK_TRY(const Rating rating, read_rating(body, house.next_observation->load()));
  if (house.observer.rate(worker.outlet(), rating)) return {};
  return fail(Code::overloaded, "there is no room for more feedback now");
}

// An event of one replica is of a backend, or of one that answered by another name.
Result<void> check_scope(const House& house, const Stratum& scope) {
  std::set<std::string> names = house.ports.replicas ? house.ports.replicas() : std::set<std::string>();
  for (const auto& backend : house.backends) names.insert(backend->name);
  return wire::check_replica(scope, {names.begin(), names.end()});
}

Result<void> take_event(Worker& worker, std::string_view body) {
  House& house = worker.house();
  FORESHOCK_TRY(Event event, read_event(body, worker.reactor().now()));
  FORESHOCK_CHECK(check_scope(house, event.scope));
  if (house.ports.events == nullptr)
    return fail(Code::unsupported, "nobody takes events here", "Run Foreshock with its analysis.");
  if (house.observer.post(worker.outlet(), std::make_unique<Event>(std::move(event)))) return {};
  return fail(Code::overloaded, "there is no room for more events now");
}

Result<void> take_signals(Worker& worker, std::string_view body) {
  House& house = worker.house();
  if (house.ports.signals == nullptr)
    return fail(Code::unsupported, "nobody takes signals here", "Run Foreshock with its analysis.");
  FORESHOCK_TRY(auto samples,
                read_signals(body, worker.reactor().now(), signals::stratum_dimensions(house.ports.pairs),
                             *house.ports.signals));
  if (house.observer.post(worker.outlet(), std::make_unique<std::vector<Sample>>(std::move(samples))))
    return {};
  return fail(Code::overloaded, "there is no room for more signals now");
}

constexpr std::array rows = {
    OwnEndpoint{feedback_path, Scope::feedback, take_feedback},
    OwnEndpoint{events_path, Scope::events, take_event},
    OwnEndpoint{signals_path, Scope::signals, take_signals},
};

}  // namespace own_endpoints_impl

const OwnEndpoint* own_endpoint_of(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const auto found = std::find_if(own_endpoints_impl::rows.begin(), own_endpoints_impl::rows.end(),
                                  [&](const OwnEndpoint& endpoint) { return endpoint.path == path; });
  return found == own_endpoints_impl::rows.end() ? nullptr : &*found;
}

Scope scope_of(const wire::RequestHead& head) {
  if (const OwnEndpoint* own = own_endpoint_of(head.target)) return own->scope;
  return is_for_operators(head.method, head.target) ? Scope::operators : Scope::inference;
}

}  // namespace foreshock::gateway
