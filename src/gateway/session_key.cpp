#include "gateway/session_key.h"

#include <fmt/format.h>

#include "gateway/answer_head.h"

namespace foreshock::gateway {
namespace session_key_impl {

constexpr std::string_view session_field = "x-foreshock-session";

uint64_t hash_of(const wire::RequestHead& head, std::string_view kind, std::string_view id, HashKey key) {
  std::string text;
  for (std::string_view name : credential_fields)
    if (const auto value = head.headers.find(name)) text.append(*value).push_back('\n');
  text.append(kind).push_back('\n');
  text.append(id);
  return keyed_hash(key, text);
}

}  // namespace session_key_impl

std::optional<SessionKey> session_of(const wire::RequestHead& head, const wire::RequestFacts& facts,
                                     HashKey key) {
  using namespace session_key_impl;
  if (const auto id = head.headers.find(session_field)) return SessionKey{hash_of(head, "header", *id, key)};
  if (!facts.conversation.empty()) return SessionKey{hash_of(head, "conversation", facts.conversation, key)};
  if (facts.opening == 0) return std::nullopt;
  return SessionKey{hash_of(head, "opening", fmt::to_string(facts.opening), key), facts.continues};
}

uint64_t prefix_hash(const wire::RequestFacts& facts, HashKey key) {
  return keyed_hash(key, fmt::format("{}\n{}", facts.model, facts.prefix));
}

}  // namespace foreshock::gateway
