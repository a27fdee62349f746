#include "enginesim/api_reply.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace foreshock::enginesim {
namespace api_reply_impl {

using Json = nlohmann::ordered_json;

const char* name_of(FinishReason reason) {
  switch (reason) {
    case FinishReason::stop:
      return "stop";
    case FinishReason::length:
      return "length";
    case FinishReason::tool_calls:
      return "tool_calls";
  }
  return "stop";
}

bool is_chat(const ReplyHead& head) {
  return head.endpoint == Endpoint::chat;
}

Json begin(const ReplyHead& head, const char* object) {
  Json reply;
  reply["id"] = head.id;
  reply["object"] = object;
  reply["created"] = head.created;
  reply["model"] = head.model;
  reply["system_fingerprint"] = head.fingerprint;
  reply["choices"] = Json::array();
  return reply;
}

// A model name may be any bytes that a client sent.
std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// CONTENT is "delta" or "text".
Json choice_of(size_t index, const char* content, Json value, Json logprobs, Json finish) {
  Json choice;
  choice["index"] = index;
  choice[content] = std::move(value);
  choice["logprobs"] = std::move(logprobs);
  choice["finish_reason"] = std::move(finish);
  return choice;
}

std::string event(const ReplyHead& head, Json choice) {
  Json chunk = begin(head, is_chat(head) ? "chat.completion.chunk" : "text_completion");
  chunk["choices"].push_back(std::move(choice));
  if (head.include_usage) chunk["usage"] = nullptr;
  return "data: " + to_text(chunk) + "\n\n";
}

std::string call_id(const ReplyHead& head, size_t choice) {
  return fmt::format("call_{}{}", head.id.substr(head.id.find('-') + 1), choice);
}

Json role_delta() {
  Json delta;
  delta["role"] = "assistant";
  delta["content"] = "";
  delta["refusal"] = nullptr;
  return delta;
}

Json tool_call(const ReplyHead& head, size_t choice, const AnswerParts& parts) {
  Json call = Json::object();
  if (parts.tool_name) {
    call["id"] = call_id(head, choice);
    call["type"] = "function";
    call["function"]["name"] = *parts.tool_name;
  }
  call["function"]["arguments"] = parts.tool_arguments;
  return call;
}

Json delta_of(const ReplyHead& head, size_t choice, const AnswerParts& tokens) {
  Json delta = Json::object();
  if (!tokens.reasoning.empty()) delta["reasoning_content"] = tokens.reasoning;
  if (!tokens.text.empty()) delta["content"] = tokens.text;
  if (tokens.tool_name || !tokens.tool_arguments.empty()) {
    Json call;
    call["index"] = 0;
    call.update(tool_call(head, choice, tokens));
    delta["tool_calls"].push_back(std::move(call));
  }
  return delta;
}

Json usage_json(const Usage& usage) {
  Json json;
  json["prompt_tokens"] = usage.prompt_tokens;
  json["completion_tokens"] = usage.answer_tokens;
  json["total_tokens"] = usage.prompt_tokens + usage.answer_tokens;
  json["prompt_tokens_details"]["cached_tokens"] = usage.cached_tokens;
  json["completion_tokens_details"]["reasoning_tokens"] = usage.reasoning_tokens;
  return json;
}

Json message_of(const ReplyHead& head, size_t choice, const AnswerParts& parts) {
  Json message;
  message["role"] = "assistant";
  message["content"] = parts.tool_name ? Json() : Json(parts.text);
  message["refusal"] = nullptr;
  if (!parts.reasoning.empty()) message["reasoning_content"] = parts.reasoning;
  if (parts.tool_name) message["tool_calls"].push_back(tool_call(head, choice, parts));
  return message;
}

}  // namespace api_reply_impl

ReplyHead head_of(const ApiCall& call, uint64_t id, std::string_view version, Instant now) {
  ReplyHead head;
  head.endpoint = call.endpoint;
  head.id = fmt::format("{}-{:016x}", call.endpoint == Endpoint::chat ? "chatcmpl" : "cmpl",
                        mixed(static_cast<uint64_t>(now.time_since_epoch().count()), id));
  head.created = static_cast<int64_t>(unix_seconds(now));
  head.model = call.model;
  head.fingerprint = fmt::format("fp_sim_{}", version);
  head.include_usage = call.include_usage;
  return head;
}

void add_usage(Usage& total, const Usage& usage, bool is_first_of_prompt) {
  total.answer_tokens += usage.answer_tokens;
  total.reasoning_tokens += usage.reasoning_tokens;
  if (!is_first_of_prompt) return;
  total.prompt_tokens += usage.prompt_tokens;
  total.cached_tokens += usage.cached_tokens;
}

std::string StreamWriter::role(size_t choice) {
  using namespace api_reply_impl;
  if (!is_chat(head_) || std::exchange(written_[choice].begun, true)) return "";
  return event(head_, choice_of(choice, "delta", role_delta(), nullptr, nullptr));
}

std::string StreamWriter::tokens(size_t choice, const AnswerParts& tokens) {
  using namespace api_reply_impl;
  const std::string before = role(choice);
  if (tokens.empty()) return before;
  if (is_chat(head_))
    return before + event(head_, choice_of(choice, "delta", delta_of(head_, choice, tokens),
                                           chat_logprobs(tokens), nullptr));
  Written& written = written_[choice];
  Json logprobs = completion_logprobs(tokens, written.text_bytes);
  written.text_bytes += tokens.text.size();
  return event(head_, choice_of(choice, "text", tokens.text, std::move(logprobs), nullptr));
}

std::string StreamWriter::finish(size_t choice, FinishReason reason) {
  using namespace api_reply_impl;
  if (is_chat(head_))
    return event(head_, choice_of(choice, "delta", Json::object(), nullptr, name_of(reason)));
  return event(head_, choice_of(choice, "text", "", nullptr, name_of(reason)));
}

std::string StreamWriter::end(const Usage& total) const {
  using namespace api_reply_impl;
  std::string events;
  if (head_.include_usage) {
    Json chunk = begin(head_, is_chat(head_) ? "chat.completion.chunk" : "text_completion");
    chunk["usage"] = usage_json(total);
    events = "data: " + to_text(chunk) + "\n\n";
  }
  return events + "data: [DONE]\n\n";
}

std::string whole_answer(const ReplyHead& head, const std::vector<WholeChoice>& choices, const Usage& total) {
  using namespace api_reply_impl;
  Json reply = begin(head, is_chat(head) ? "chat.completion" : "text_completion");
  for (size_t i = 0; i < choices.size(); ++i) {
    const auto& [parts, finish] = choices[i];
    reply["choices"].push_back(
        is_chat(head)
            ? choice_of(i, "message", message_of(head, i, parts), chat_logprobs(parts), name_of(finish))
            : choice_of(i, "text", parts.text, completion_logprobs(parts, 0), name_of(finish)));
  }
  reply["usage"] = usage_json(total);
  return to_text(reply);
}

}  // namespace foreshock::enginesim
