#include "scenario/check_fault.h"

#include <fmt/format.h>

#include "core/shown.h"
#include "scenario/curve.h"
#include "scenario/names.h"
#include "scenario/read_parts.h"

namespace foreshock::scenario {
namespace check_fault_impl {

using enginesim::Dial;
using enginesim::DialReach;
using enginesim::DialRow;
using enginesim::DialShare;
using enginesim::DialType;

Result<void> check_times(const Value& map, const Fault& fault) {
  FORESHOCK_CHECK(check_in_run(Value{"at", map.node.at("at"), map.story}, fault.at, AtEnd::refused));
  if (!fault.until) return {};
  FORESHOCK_CHECK(check_span(map, "at", fault.at, "until", *fault.until));
  if (fault.always || fault.at + fault.ramp <= *fault.until) return {};
  return refuse(map.node.at("ramp"),
                fmt::format("'ramp' is longer than the fault, which lasts {}, found '{}'",
                            print_value(*fault.until - fault.at), shown(map.node.at("ramp").text())));
}

Result<void> check_value(const Value& map, const Fault& fault, const DialRow& dial) {
  const bool has_value = has_key(map.node, "value"), has_curve = has_key(map.node, "curve");
  if (has_value && has_curve)
    return refuse(map.node.at("curve"), "a fault has a 'value' or a 'curve', not both");
  if (fault.curve && !has_curve) return refuse(map.node.at("by"), "'by' needs a 'curve'");
  if (!has_value && !has_curve) return refuse(map.node, "a fault needs a 'value' or a 'curve'");
  if (dial.type == DialType::number) return {};
  for (std::string_view key : {"ramp", "wobble"})
    if (has_key(map.node, key))
      return refuse(map.node.at(key), fmt::format("'{}' needs a number, which {} has not", key, dial.name));
  return {};
}

bool reaches(DialReach reach, CurveAxis axis) {
  const bool of_request = is_of_requests(axis);
  if (axis == CurveAxis::time || reach == DialReach::everything) return true;
  return reach == DialReach::unrouted ? of_request : reach == DialReach::replica && !of_request;
}

Result<void> check_reach(const Value& map, const Fault& fault, const DialRow& dial) {
  if (fault.curve && !reaches(dial.reach, fault.curve->by))
    return refuse(map.node.at("by"), fmt::format("'{}' cannot decide about {}",
                                                 name_in(axis_names, fault.curve->by), dial.name));
  const bool before_replicas = dial.reach == DialReach::unrouted || dial.reach == DialReach::classes;
  if (before_replicas && has_key(map.node, "replicas"))
    return refuse(map.node.at("replicas"), fmt::format("'replicas' cannot decide about {}", dial.name),
                  "It acts before a request has a replica.");
  for (std::string_view key : {"share", "share_by"})
    if (dial.share == DialShare::none && has_key(map.node, key))
      return refuse(map.node.at(key), fmt::format("{} takes no '{}'", dial.name, key),
                    "It is not drawn by request.");
  if (fault.share <= 0)
    return refuse(map.node.at("share"), "a 'share' of 0 is no request", "Take the fault out.");
  const bool is_chance = dial.type == DialType::number && dial.range.unit == "share";
  if (has_key(map.node, "share_by") && !has_key(map.node, "share") && !is_chance)
    return refuse(map.node.at("share_by"),
                  fmt::format("'share_by' needs a 'share': {} is no chance", dial.name));
  return {};
}

Result<void> check_sticky(const Value& map, const Fault& fault, const DialRow& dial) {
  if (!fault.sticky) return {};
  if (!has_key(map.node, "when"))
    return refuse(map.node.at("sticky"), "'sticky' needs a 'when'",
                  "It goes on after a request meets the condition.");
  if (dial.scope == enginesim::DialScope::clients || dial.scope == enginesim::DialScope::observed)
    return refuse(map.node.at("sticky"), fmt::format("{} takes no 'sticky'", dial.name),
                  "It is no state of a replica.");
  return {};
}

Result<void> check_target(const Value& map, const Fault& fault) {
  if (fault.dial != Dial::route_misroute) {
    if (has_key(map.node, "to")) return refuse(map.node.at("to"), "'to' is only for route.misroute");
    return {};
  }
  if (fault.to.empty())
    return refuse(map.node, "route.misroute needs 'to'", "Name the replica to which the requests go.");
  if (map.story.engine.endpoint != Endpoint::one)
    return refuse(map.node.at("dial"), "route.misroute needs endpoint: one",
                  "With each, the service has nothing to route.");
  return {};
}

}  // namespace check_fault_impl

Result<void> check_fault(const Value& map, const Fault& fault) {
  using namespace check_fault_impl;
  const DialRow& dial = row_of(fault.dial);
  FORESHOCK_CHECK(check_times(map, fault));
  FORESHOCK_CHECK(check_value(map, fault, dial));
  FORESHOCK_CHECK(check_reach(map, fault, dial));
  FORESHOCK_CHECK(check_sticky(map, fault, dial));
  return check_target(map, fault);
}

}  // namespace foreshock::scenario
