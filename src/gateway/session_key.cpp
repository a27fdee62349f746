#include "gateway/session_key.h"

#include <fmt/format.h>

namespace foreshock::gateway {
namespace session_key_impl {

constexpr std::string_view session_field = "x-foreshock-session";

uint64_t hash_of(std::string_view client, std::string_view kind, std::string_view id, HashKey key) {
  return keyed_hash(key, fmt::format("{}\n{}\n{}", client, kind, id));
}

}  // namespace session_key_impl

std::optional<SessionKey> session_of(const wire::RequestHead& head, const wire::RequestFacts& facts,
                                     std::string_view client, HashKey key) {
  using namespace session_key_impl;
  if (const auto id = head.headers.find(session_field))
    return SessionKey{hash_of(client, "header", *id, key)};
  if (!facts.conversation.empty())
    return SessionKey{hash_of(client, "conversation", facts.conversation, key)};
  if (facts.opening == 0) return std::nullopt;
  return SessionKey{hash_of(client, "opening", fmt::to_string(facts.opening), key), facts.continues};
}

uint64_t prefix_hash(const wire::RequestFacts& facts, HashKey key) {
  return keyed_hash(key, fmt::format("{}\n{}", facts.model, facts.prefix));
}

}  // namespace foreshock::gateway
