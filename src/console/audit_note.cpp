#include "console/audit_note.h"

#include "console/json_values.h"

namespace foreshock::console {

std::string audit_note(Instant at, std::string_view what, std::string_view who, std::string_view peer) {
  return to_text(Json{{"at", iso8601(at)},
                      {"what", what},
                      {"who", who},
                      {"automatic", false},
                      {"peer", peer},
                      {"because", Json::array()}});
}

std::string audit_note(const EngineDeed& deed) {
  Json values = Json::object();
  for (const auto& [name, value] : deed.order.values) values[name] = value;
  return to_text(Json{{"at", iso8601(deed.ended.value_or(deed.begun))},
                      {"what", "engine_act"},
                      {"who", deed.order.who},
                      {"automatic", false},
                      {"replica", deed.order.replica},
                      {"act", deed.order.act},
                      {"values", values},
                      {"good", deed.good},
                      {"outcome", deed.outcome},
                      {"because", Json::array()}});
}

}  // namespace foreshock::console
