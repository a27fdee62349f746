#pragma once
// The names of the kinds of events, in the order of the enum.
#include <array>
#include <string_view>

#include "core/catalog.h"
#include "core/event.h"

namespace foreshock {

struct EventKindRow {
  std::string_view name;
  EventKind value;
  bool posted;  // usually posted by a person, not found by Foreshock
};

inline constexpr std::array event_kinds = {
    EventKindRow{"model_version", EventKind::model_version, false},
    EventKindRow{"config_change", EventKind::config_change, false},
    EventKindRow{"host_change", EventKind::host_change, false},
    EventKindRow{"prompt_change", EventKind::prompt_change, false},
    EventKindRow{"client_version", EventKind::client_version, false},
    EventKindRow{"harness_change", EventKind::harness_change, false},
    EventKindRow{"provider_change", EventKind::provider_change, false},
    EventKindRow{"routing_change", EventKind::routing_change, false},
    EventKindRow{"restart", EventKind::restart, false},
    EventKindRow{"scale", EventKind::scale, false},
    EventKindRow{"traffic_surge", EventKind::traffic_surge, false},
    EventKindRow{"user_growth", EventKind::user_growth, false},
    EventKindRow{"product_release", EventKind::product_release, true},
    EventKindRow{"maintenance", EventKind::maintenance, true},
    EventKindRow{"control_plane_deploy", EventKind::control_plane_deploy, true},
};
static_assert(names_are_unique(event_kinds));
static_assert(event_kinds.size() == static_cast<size_t>(EventKind::control_plane_deploy) + 1);

constexpr std::string_view name_of(EventKind kind) {
  return event_kinds[static_cast<size_t>(kind)].name;
}

}  // namespace foreshock
