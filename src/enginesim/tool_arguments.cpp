#include "enginesim/tool_arguments.h"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "enginesim/json_answer.h"
#include "enginesim/written_answer.h"

namespace foreshock::enginesim {
namespace tool_arguments_impl {

using Json = nlohmann::ordered_json;

// No JSON any more.
std::string broken_json(std::string arguments, Random& random) {
  const bool is_closed = arguments.ends_with('}') || arguments.ends_with(']');
  const uint64_t way = is_closed ? random.below(3) : 3;
  const size_t quote = arguments.find('"');
  if (way == 0)
    arguments.insert(arguments.end() - 1, ',');
  else if (way == 1 && quote != std::string::npos)
    arguments.erase(quote, 1);
  else if (is_closed)
    arguments.pop_back();
  else
    arguments += '"';
  return arguments;
}

// Whether an object is no value for SCHEMA.
bool refuses_objects(const Json& schema) {
  if (!schema.is_object()) return false;
  if (schema.contains("enum")) return true;
  const auto type = schema.find("type");
  return type != schema.end() && type->is_string() && *type != "object";
}

// Still JSON, but it does not fit SCHEMA: a required property is missing, one has the wrong type, or all
// stands in an array.
std::string unfitting(const std::string& text, const std::string& schema_text, Random& random) {
  Json arguments = Json::parse(text, nullptr, false);
  const Json schema = Json::parse(schema_text, nullptr, false);
  if (!arguments.is_object() || !schema.is_object()) return fmt::format("[{}]", text);
  const Json names = schema.value("required", Json::array());
  const Json properties = schema.value("properties", Json::object());
  std::vector<std::string> required, typed;
  for (const Json& name : names)
    if (name.is_string() && arguments.contains(name.get<std::string>())) required.push_back(name);
  for (const auto& [name, property] : properties.items())
    if (arguments.contains(name) && refuses_objects(property)) typed.push_back(name);
  if (!required.empty() && (typed.empty() || random.chance(0.5))) {
    arguments.erase(random.pick(std::span<const std::string>(required)));
    return arguments.dump();
  }
  if (typed.empty()) return fmt::format("[{}]", text);
  Json& value = arguments[random.pick(std::span<const std::string>(typed))];
  Json wrapped = Json::object();
  wrapped["value"] = std::move(value);
  value = std::move(wrapped);
  return arguments.dump();
}

}  // namespace tool_arguments_impl

std::string write_arguments(const Tool& tool, const AnswerFlaws& flaws, Random& random) {
  using namespace tool_arguments_impl;
  Random of_tool(mixed(hash_of(tool.name), hash_of(tool.schema)));
  std::string arguments = write_json(tool.schema, flaws.repeated_call ? of_tool : random);
  if (flaws.tool_invalid)
    arguments = random.chance(0.5) ? broken_json(std::move(arguments), random)
                                   : unfitting(arguments, tool.schema, random);
  if (flaws.tool_duplicate_args) arguments += std::string(arguments);
  return arguments;
}

}  // namespace foreshock::enginesim
