// Engines: which they are, what an operator can have them do, and what came of it.
#include <array>

#include <fmt/format.h>

#include "console/api.h"
#include "console/dial_values.h"
#include "console/query.h"
#include "wire/json_body.h"

namespace foreshock::console {
namespace engines_answer_impl {

constexpr size_t longest_value = 500;  // bytes

Json to_json(const Actuator::Engine& engine) {
  return {{"replica", engine.replica},
          {"engine", or_null(engine.identity.engine)},
          {"version", or_null(engine.identity.version)},
          {"model", or_null(engine.identity.model)},
          {"acts", engine.acts}};
}

Json to_json(const EngineDeed& deed) {
  Json values = Json::object();
  for (const auto& [name, value] : deed.order.values) values[name] = value;
  Json json = {{"number", deed.number},
               {"replica", deed.order.replica},
               {"act", deed.order.act},
               {"values", values},
               {"who", deed.order.who},
               {"begun", unix_seconds(deed.begun)},
               {"ended", nullptr},
               {"good", nullptr},
               {"outcome", or_null(deed.outcome)}};
  if (deed.ended) {
    json["ended"] = unix_seconds(*deed.ended);
    json["good"] = deed.good;
  }
  return json;
}

// {"slot": 0, "file": "a.bin"}: texts and numbers.
Result<std::vector<std::pair<std::string, std::string>>> values_of(const nlohmann::json& body) {
  std::vector<std::pair<std::string, std::string>> values;
  if (!body.contains("values") || body["values"].is_null()) return values;
  const auto& given = body["values"];
  if (!given.is_object()) return fail(Code::bad_request, "'values' is no object");
  for (const auto& [name, value] : given.items()) {
    const bool good =
        value.is_number() ||
        (value.is_string() && value.template get_ref<const std::string&>().size() <= longest_value);
    if (!good)
      return fail(Code::bad_request,
                  fmt::format("'values' expected numbers and texts of at most {} bytes", longest_value));
    values.emplace_back(name, value.is_string() ? value.template get<std::string>() : value.dump());
  }
  return values;
}

Result<Actuator*> actuator_of(const ConsoleSources& sources) {
  if (sources.engines != nullptr) return sources.engines;
  return fail(Code::not_found, "this service tells engines nothing");
}

}  // namespace engines_answer_impl

Result<std::string> engines_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_CHECK(Query::parse(request.query, {}));
  FORESHOCK_TRY(Actuator * actuator, engines_answer_impl::actuator_of(sources));
  Json engines = Json::array(), deeds = Json::array();
  for (const Actuator::Engine& engine : actuator->engines())
    engines.push_back(engines_answer_impl::to_json(engine));
  for (const EngineDeed& deed : actuator->deeds()) deeds.push_back(engines_answer_impl::to_json(deed));
  return to_text(Json{{"engines", engines}, {"deeds", deeds}});
}

Result<std::string> engine_act_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  constexpr std::array<std::string_view, 4> keys = {"replica", "act", "values", "who"};
  FORESHOCK_TRY(Actuator * actuator, engines_answer_impl::actuator_of(sources));
  FORESHOCK_TRY(const auto body, wire::read_json_body(request.body, keys));
  FORESHOCK_TRY(const auto replica, wire::text_member(body, "replica", longest_name));
  FORESHOCK_TRY(const auto act, wire::text_member(body, "act", longest_name));
  FORESHOCK_TRY(const Warrant warrant, warrant_of(request, body));
  if (!replica || !act)
    return fail(Code::bad_request, "an engine is told something with 'replica' and 'act'",
                "GET /api/v1/engines says which there are.");
  EngineOrder order;
  order.replica = *replica;
  order.act = *act;
  order.who = warrant.who;
  FORESHOCK_TRY(order.values, engines_answer_impl::values_of(body));
  FORESHOCK_TRY(const uint64_t number, actuator->begin(std::move(order)));
  return to_text(Json{{"number", number}});
}

}  // namespace foreshock::console
