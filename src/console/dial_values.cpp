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

std::string who_asks(const net::HttpRequest& request, const std::optional<std::string>& said) {
  return request.who.empty() ? said.value_or("somebody at the console") : request.who;
}

Result<Warrant> warrant_of(const net::HttpRequest& request, const nlohmann::json& body) {
  FORESHOCK_TRY(const auto said, wire::text_member(body, "who", longest_name));
  return Warrant{who_asks(request, said), false, {}};
}

}  // namespace foreshock::console
