#include "enginesim/api_call.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "enginesim/api_refusals.h"
#include "enginesim/chat_template.h"
#include "enginesim/request_fields.h"
#include "enginesim/wish_fields.h"
#include "wire/json_depth.h"

namespace foreshock::enginesim {
namespace api_call_impl {

using nlohmann::json;

constexpr int64_t most_answers = 128;
constexpr size_t most_prompts = 128;

void missing(RequestFields& fields, const char* name) {
  fields.fail(name, "missing_required_parameter", fmt::format("Missing required parameter: '{}'.", name));
}

void read_stream(RequestFields& fields, ApiCall& call) {
  call.stream = fields.boolean("stream").value_or(false);
  const json* options = fields.object("stream_options");
  if (!options) return;
  if (!call.stream)
    fields.fail("stream_options", "invalid_value",
                "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  RequestFields inner(*options);
  call.include_usage = inner.boolean("include_usage").value_or(false);
  if (const auto& error = inner.error())
    fields.fail("stream_options." + error->param, error->code, error->message);
}

// One choice for each answer; a client's own seed gives each another text.
void add_choices(ApiCall& call, const Prompt& prompt, const Wish& wish) {
  const int64_t n = call.answers_per_prompt;
  const auto siblings = std::make_shared<Siblings>(Siblings{n, n});
  for (int64_t i = 0; i < n; ++i) {
    Request& choice = call.choices.emplace_back(Request{prompt, wish, siblings});
    if (choice.wish.seed) *choice.wish.seed += static_cast<uint64_t>(i);
  }
}

Opening opening_of(const json& messages, std::string_view question) {
  Opening opening;
  for (const json& message : messages) {
    const std::string& role = message["role"].get_ref<const std::string&>();
    const json parts = message.value("content", json());
    const std::string content = parts.is_string() ? parts.get<std::string>() : parts.dump();
    opening.session = mixed(opening.session, hash_of(content));
    if (role == "user") break;
    opening.system = opening.session;
    opening.system_tokens += count_tokens(content);
  }
  opening.question_tokens = count_tokens(question);
  return opening;
}

void read_chat(RequestFields& fields, ApiCall& call) {
  if (!fields.has("messages")) return missing(fields, "messages");
  const json* messages = fields.array("messages");
  if (messages && messages->empty())
    fields.fail("messages", "empty_array", "Invalid 'messages': empty array. Expected at least one message.");
  Wish wish = read_chat_wish(fields);
  if (fields.error()) return;
  const Conversation chat = render_chat(*messages, fields.find("tools"), fields);
  if (fields.error()) return;
  call.opening = opening_of(*messages, chat.question);
  Prompt prompt = read_prompt(chat.text, chat.question);
  prompt.scripts = chat.scripts;
  for (const Tool& tool : wish.tools)
    if (chat.question.find(tool.name) != std::string::npos) prompt.asks_for_tool = true;
  if (chat.ends_with_tool_result && wish.tool_choice == ToolChoice::automatic)
    wish.tool_choice = ToolChoice::none;
  add_choices(call, prompt, wish);
}

void read_completion(RequestFields& fields, ApiCall& call) {
  const json* prompt = fields.find("prompt");
  if (!prompt) return missing(fields, "prompt");
  const json texts = prompt->is_array() ? *prompt : json::array({*prompt});
  if (texts.empty() || texts.size() > most_prompts)
    fields.fail("prompt", "invalid_value", "Invalid 'prompt': expected 1 to 128 strings.");
  const Wish wish = read_completion_wish(fields);
  for (const json& text : texts) {
    if (!text.is_string()) fields.wrong_type("prompt", "a string or an array of strings", text);
    if (fields.error()) return;
    const auto& words = text.get_ref<const std::string&>();
    add_choices(call, read_prompt(words, words), wish);
  }
}

}  // namespace api_call_impl

std::optional<Endpoint> endpoint_of(std::string_view method, std::string_view path) {
  if (method != "POST") return std::nullopt;
  if (path == "/v1/chat/completions") return Endpoint::chat;
  if (path == "/v1/completions") return Endpoint::completions;
  return std::nullopt;
}

ApiResult<ApiCall> read_call(Endpoint endpoint, std::string_view body, const ServedModel& served) {
  using namespace api_call_impl;
  const json request =
      wire::is_too_deep(body) ? json(json::value_t::discarded) : json::parse(body, nullptr, false);
  if (request.is_discarded())
    return tl::unexpected(
        ApiError{400,
                 "We could not parse the JSON body of your request. Send a JSON object with "
                 "the content type application/json.",
                 "", "invalid_json"});
  if (!request.is_object())
    return tl::unexpected(ApiError{400, "Invalid body: expected a JSON object.", "", "invalid_type"});
  RequestFields fields(request);
  ApiCall call;
  call.endpoint = endpoint;
  call.model = fields.text("model").value_or(std::string(served.name));
  read_stream(fields, call);
  call.answers_per_prompt = fields.integer("n", 1, most_answers).value_or(1);
  if (call.model != served.name && !served.any_name) return tl::unexpected(no_such_model(call.model));
  endpoint == Endpoint::chat ? read_chat(fields, call) : read_completion(fields, call);
  if (fields.error()) return tl::unexpected(*fields.error());
  return call;
}

}  // namespace foreshock::enginesim
