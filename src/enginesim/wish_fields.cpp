#include "enginesim/wish_fields.h"

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace foreshock::enginesim {
namespace wish_fields_impl {

using nlohmann::json;

constexpr int64_t most_tokens = 1'000'000'000;
constexpr int64_t default_completion_tokens = 16;
constexpr size_t most_stops = 16;

struct Effort {
  std::string_view name;
  int64_t tokens;
};
constexpr auto efforts = std::to_array<Effort>(
    {{"none", 0}, {"minimal", 8}, {"low", 32}, {"medium", 96}, {"high", 256}, {"xhigh", 512}});

void read_limits(RequestFields& fields, Wish& wish) {
  wish.max_tokens = fields.integer("max_completion_tokens", 1, most_tokens);
  if (const auto older = fields.integer("max_tokens", 1, most_tokens); !wish.max_tokens)
    wish.max_tokens = older;
}

void read_stop(RequestFields& fields, Wish& wish) {
  const json* stop = fields.find("stop");
  if (!stop) return;
  const json texts = stop->is_array() ? *stop : json::array({*stop});
  for (const json& text : texts)
    if (!text.is_string() || texts.size() > most_stops)
      return fields.wrong_type("stop", "a string or an array of up to 16 strings", *stop);
    else
      wish.stop.push_back(text);
}

void read_response_format(RequestFields& fields, Wish& wish) {
  const json* format = fields.object("response_format");
  if (!format) return;
  const json type = format->value("type", json());
  if (type == "text") return;
  if (type == "json_object") {
    wish.json = "{}";
  } else if (type == "json_schema") {
    const json described = format->value("json_schema", json::object());
    wish.json = described.is_object() ? described.value("schema", json::object()).dump() : "{}";
  } else {
    fields.fail("response_format.type", "invalid_value",
                "Invalid value for 'response_format.type': expected text, json_object or json_schema.");
  }
}

void read_effort(RequestFields& fields, Wish& wish) {
  const auto asked = fields.text("reasoning_effort");
  if (!asked) return;
  for (const Effort& effort : efforts) {
    if (effort.name != *asked) continue;
    wish.reasoning_tokens = effort.tokens;
    return;
  }
  fields.fail("reasoning_effort", "invalid_value",
              fmt::format("Invalid value for 'reasoning_effort': '{}' is none of none, minimal, low, medium, "
                          "high, xhigh.",
                          *asked));
}

void read_tools(RequestFields& fields, Wish& wish) {
  const json* tools = fields.array("tools");
  if (!tools) return;
  for (const json& tool : *tools) {
    const json function = tool.is_object() ? tool.value("function", json()) : json();
    const json name = function.is_object() ? function.value("name", json()) : json();
    if (!name.is_string())
      return fields.wrong_type("tools", "an array of objects with a function that has a name", tool);
    const json parameters = function.value("parameters", json());
    wish.tools.push_back(
        {name, parameters.is_object() ? parameters.dump() : R"({"type":"object","properties":{}})"});
  }
  wish.tool_choice = wish.tools.empty() ? ToolChoice::none : ToolChoice::automatic;
}

void choose_tool(RequestFields& fields, const json& choice, Wish& wish) {
  const json function = choice.value("function", json());
  const json name = function.is_object() ? function.value("name", json()) : json();
  std::erase_if(wish.tools, [&](const Tool& tool) { return name != tool.name; });
  wish.tool_choice = ToolChoice::required;
  if (wish.tools.empty())
    fields.fail("tool_choice", "invalid_value", "Tool choice names a function that is not among the tools.");
}

void read_tool_choice(RequestFields& fields, Wish& wish) {
  const json* choice = fields.find("tool_choice");
  if (!choice) return;
  if (*choice == "none") {
    wish.tool_choice = ToolChoice::none;
  } else if (wish.tools.empty()) {
    fields.fail("tool_choice", "invalid_value", "'tool_choice' is only allowed when 'tools' are specified.");
  } else if (choice->is_object()) {
    choose_tool(fields, *choice, wish);
  } else if (*choice == "required") {
    wish.tool_choice = ToolChoice::required;
  } else if (*choice != "auto") {
    fields.fail("tool_choice", "invalid_value",
                "Invalid value for 'tool_choice': expected none, auto, required or an object.");
  }
}

}  // namespace wish_fields_impl

Wish read_common_wish(RequestFields& fields) {
  Wish wish;
  wish_fields_impl::read_limits(fields, wish);
  if (fields.boolean("ignore_eos").value_or(false)) wish.length = wish.max_tokens;
  wish_fields_impl::read_stop(fields, wish);
  wish.greedy = fields.number("temperature", 0, 2).value_or(1) == 0;
  if (const auto seed = fields.integer("seed", INT64_MIN, INT64_MAX))
    wish.seed = static_cast<uint64_t>(*seed);
  wish.most_drafts = fields.integer("speculative.n_max", 0, wish_fields_impl::most_tokens);
  (void)fields.number("top_p", 0, 1);
  (void)fields.number("presence_penalty", -2, 2);
  (void)fields.number("frequency_penalty", -2, 2);
  return wish;
}

Wish read_chat_wish(RequestFields& fields) {
  Wish wish = read_common_wish(fields);
  const auto top = fields.integer("top_logprobs", 0, 20);
  if (fields.boolean("logprobs").value_or(false))
    wish.top_logprobs = top.value_or(0);
  else if (top)
    fields.fail("top_logprobs", "invalid_value", "'top_logprobs' is only allowed when 'logprobs' is true.");
  wish_fields_impl::read_response_format(fields, wish);
  wish_fields_impl::read_effort(fields, wish);
  wish_fields_impl::read_tools(fields, wish);
  wish_fields_impl::read_tool_choice(fields, wish);
  return wish;
}

Wish read_completion_wish(RequestFields& fields) {
  Wish wish = read_common_wish(fields);
  if (!wish.max_tokens) wish.max_tokens = wish_fields_impl::default_completion_tokens;
  wish.top_logprobs = fields.integer("logprobs", 0, 20);
  return wish;
}

}  // namespace foreshock::enginesim
