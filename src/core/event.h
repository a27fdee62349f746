#pragma once
// Something that happened to the service and may explain what is seen: posted by a user or found by Foreshock
// itself.
#include <optional>
#include <string>
#include <string_view>

#include "core/identity.h"
#include "core/instant.h"
#include "core/series.h"

namespace foreshock {

// The kinds of the scenario language, section 3.
enum class EventKind : uint8_t {
  model_version,
  config_change,
  host_change,
  prompt_change,
  client_version,
  harness_change,
  provider_change,
  routing_change,
  restart,
  scale,
  traffic_surge,
  user_growth,
  product_release,
  maintenance,
  control_plane_deploy,
};

struct Event {
  Identity id{Noun::event, 0};
  EventKind kind = EventKind::product_release;
  Instant at;
  std::optional<Instant> until;  // of what lasts: a maintenance, a sale
  Stratum scope;                 // what it touched; empty: everything
  std::string about;             // one line for people
  bool posted = false;           // by a user, not found by Foreshock
};

}  // namespace foreshock
