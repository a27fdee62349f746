#include "enginesim/answer_parts.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace foreshock::enginesim {
namespace answer_parts_impl {

using Json = nlohmann::ordered_json;

Json logged_token(const std::string& token, double logprob) {
  Json logged;
  logged["token"] = token;
  logged["logprob"] = logprob;
  logged["bytes"] = std::vector<unsigned char>(token.begin(), token.end());
  return logged;
}

}  // namespace answer_parts_impl

void AnswerParts::add(Emission token) {
  std::string& piece = token.piece.text;
  switch (token.piece.channel) {
    case Channel::reasoning:
      reasoning += piece;
      return;
    case Channel::text:
      text += piece;
      if (token.logprobs) logged.push_back({std::move(piece), std::move(*token.logprobs)});
      return;
    case Channel::tool_name:
      tool_name = std::move(piece);
      return;
    case Channel::tool_arguments:
      tool_arguments += piece;
      return;
  }
}

nlohmann::ordered_json chat_logprobs(const AnswerParts& parts) {
  using namespace answer_parts_impl;
  if (parts.logged.empty()) return nullptr;
  Json content = Json::array();
  for (const LoggedToken& token : parts.logged) {
    Json logged = logged_token(token.text, token.logprobs.chosen);
    Json& top = logged["top_logprobs"] = Json::array();
    for (const TokenLogprob& other : token.logprobs.top)
      top.push_back(logged_token(other.token, other.logprob));
    content.push_back(std::move(logged));
  }
  Json logprobs;
  logprobs["content"] = std::move(content);
  logprobs["refusal"] = nullptr;
  return logprobs;
}

nlohmann::ordered_json completion_logprobs(const AnswerParts& parts, size_t first_offset) {
  using answer_parts_impl::Json;
  if (parts.logged.empty()) return nullptr;
  Json logprobs;
  for (const char* name : {"tokens", "token_logprobs", "top_logprobs", "text_offset"})
    logprobs[name] = Json::array();
  for (const LoggedToken& token : parts.logged) {
    Json top = Json::object();
    for (const TokenLogprob& other : token.logprobs.top) top[other.token] = other.logprob;
    logprobs["tokens"].push_back(token.text);
    logprobs["token_logprobs"].push_back(token.logprobs.chosen);
    logprobs["top_logprobs"].push_back(std::move(top));
    logprobs["text_offset"].push_back(first_offset);
    first_offset += token.text.size();
  }
  return logprobs;
}

}  // namespace foreshock::enginesim
