#include "console/dial_values.h"

#include "wire/json_body.h"

namespace foreshock::console {

Json ids(const Because& because) {
  Json json = Json::array();
  for (const Identity& identity : because) json.push_back(to_text(identity));
  return json;
}

Json to_json(const DialSetting& setting) {
  Json scope = Json::object();
  if (!setting.scope.dimension.empty()) scope[setting.scope.dimension] = setting.scope.value;
  return {{"dial", setting.dial},
          {"scope", scope},
          {"value", or_null(setting.value)},
          {"previous", or_null(setting.previous)},
          {"until", unix_seconds(setting.until)}};
}

Result<Warrant> warrant_of(const nlohmann::json& body) {
  FORESHOCK_TRY(const auto who, wire::text_member(body, "who", longest_name));
  return Warrant{who.value_or("somebody at the console"), false, {}};
}

}  // namespace foreshock::console
