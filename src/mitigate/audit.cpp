#include "mitigate/audit.h"

#include <array>

#include <nlohmann/json.hpp>

namespace foreshock::mitigate {
namespace audit_impl {

using Json = nlohmann::ordered_json;

// In the order of the enum.
constexpr std::array<std::string_view, 7> deeds = {"set",     "undo",     "expiry", "approve",
                                                   "decline", "undo_all", "release"};
static_assert(deeds.size() == static_cast<size_t>(Deed::release) + 1);

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json scope_of(const Stratum& scope) {
  Json json = Json::object();
  if (!scope.dimension.empty()) json[scope.dimension] = scope.value;
  return json;
}

}  // namespace audit_impl

std::string_view name_of(Deed deed) {
  return audit_impl::deeds[static_cast<size_t>(deed)];
}

std::string audit_line(const AuditEntry& entry) {
  using audit_impl::Json;
  Json json = {{"at", iso8601(entry.at)},
               {"what", name_of(entry.deed)},
               {"who", entry.warrant.who},
               {"automatic", entry.warrant.automatic}};
  if (entry.setting) {
    json["dial"] = entry.setting->dial;
    json["scope"] = audit_impl::scope_of(entry.setting->scope);
    json["from"] = audit_impl::or_null(entry.from);
    json["to"] = audit_impl::or_null(entry.to);
    json["until"] = iso8601(entry.setting->until);
  }
  json["because"] = Json::array();
  for (const Identity& identity : entry.warrant.because) json["because"].push_back(to_text(identity));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace foreshock::mitigate
