#include "enginesim/chat_template.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace foreshock::enginesim {
namespace chat_template_impl {

using nlohmann::json;

constexpr auto roles =
    std::to_array<std::string_view>({"system", "developer", "user", "assistant", "tool", "function"});
constexpr std::string_view other_part = "<|media|>";  // stands for an image or a sound

bool is_role(const json& role) {
  return role.is_string() &&
         std::find(roles.begin(), roles.end(), role.get_ref<const std::string&>()) != roles.end();
}

std::string text_of_parts(const json& parts, const std::string& name, RequestFields& fields) {
  std::string text;
  for (const json& part : parts) {
    const json type = part.is_object() ? part.value("type", json()) : json();
    if (!type.is_string())
      fields.wrong_type(name, "an array of objects with a type", part);
    else if (type != "text")
      text += other_part;
    else if (const json words = part.value("text", json()); words.is_string())
      text += words.get_ref<const std::string&>();
    else
      fields.wrong_type(name + ".text", "a string", words);
  }
  return text;
}

std::string content_of(const json& message, const std::string& name, RequestFields& fields) {
  const json content = message.value("content", json());
  if (content.is_string()) return content;
  if (content.is_array()) return text_of_parts(content, name, fields);
  const bool may_be_absent = message["role"] == "assistant";
  if (!content.is_null() || !may_be_absent) fields.wrong_type(name, "a string or an array of parts", content);
  return "";
}

}  // namespace chat_template_impl

Conversation render_chat(const nlohmann::json& messages, const nlohmann::json* tools, RequestFields& fields) {
  using namespace chat_template_impl;
  Conversation chat;
  if (tools) chat.text += fmt::format("<|tools|>\n{}\n", tools->dump());
  for (size_t i = 0; i < messages.size() && !fields.error(); ++i) {
    const json& message = messages[i];
    const std::string name = fmt::format("messages[{}]", i);
    if (!message.is_object()) {
      fields.wrong_type(name, "an object", message);
    } else if (const json role = message.value("role", json()); !is_role(role)) {
      fields.fail(
          name + ".role", "invalid_value",
          fmt::format("Invalid value for '{}.role': expected one of {}.", name, fmt::join(roles, ", ")));
    } else {
      const std::string content = content_of(message, name + ".content", fields);
      const std::string calls = message.contains("tool_calls") ? message["tool_calls"].dump() : "";
      chat.text += fmt::format("<|{}|>\n{}{}\n", role.get_ref<const std::string&>(), content, calls);
      chat.scripts |= scripts_of(content);
      if (role == "user") chat.question = content;
      chat.ends_with_tool_result = role == "tool" || role == "function";
    }
  }
  if (chat.question.empty()) chat.question = chat.text;
  chat.text += "<|assistant|>\n";
  return chat;
}

}  // namespace foreshock::enginesim
