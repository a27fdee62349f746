#include "gateway/client_keys.h"

#include <array>

#include <fmt/format.h>

#include "core/catalog.h"
#include "gateway/credentials.h"
#include "wire/key_hash.h"

namespace foreshock::gateway {
namespace client_keys_impl {

constexpr std::array rows = {
    option<&KeyOptions::name>("name", "text", "How the client is called in charts and logs; must be unique."),
    option<&KeyOptions::hash>("hash", "text",
                              "Of the key, as 'foreshock key new' or 'foreshock key hash' prints it."),
    option<&KeyOptions::requests_per_minute>("requests_per_minute", "requests", 0, 1e9,
                                             "What the client may ask a minute; 0: without a limit."),
    option<&KeyOptions::tokens_per_minute>("tokens_per_minute", "tokens", 0, 1e12,
                                           "Tokens of prompts and answers a minute; 0: without a limit."),
    option<&KeyOptions::in_flight>("in_flight", "requests", 0, 1e9,
                                   "Requests at a time; 0: without a limit."),
    option<&KeyOptions::scopes>("scopes", "list",
                                "What the key is for: inference, events (POST /v1/events), feedback (POST "
                                "/v1/feedback), signals (kept for later)."),
};
static_assert(names_are_unique(rows));

}  // namespace client_keys_impl

OptionSet key_options() {
  return client_keys_impl::rows;
}

std::string name_of_client(const wire::RequestHead& head, HashKey secret) {
  const auto keys = credentials_in(head);
  if (!keys || keys->empty()) return "";
  return fmt::format("{:012x}", keyed_hash(secret, keys->front()) >> 16);
}

ClientKeys::ClientKeys(const std::vector<KeyOptions>& keys, Instant now) {
  for (const KeyOptions& key : keys) clients_.emplace(key.hash, std::make_unique<Client>(key, now));
}

bool ClientKeys::has(std::string_view text) const {
  return required() && clients_.contains(wire::hash_of_key(text));
}

Result<ClientKeys::Found> ClientKeys::find(const std::vector<std::string>& keys) const {
  Found found;
  for (const std::string& key : keys) {
    const auto known = clients_.find(wire::hash_of_key(key));
    if (known == clients_.end() || known->second.get() == found.client) continue;
    if (found.client != nullptr)
      return fail(Code::bad_request,
                  fmt::format("the request has the keys of two clients, '{}' and '{}'", found.client->name,
                              known->second->name),
                  "Send one of them.");
    found = {known->second.get(), key};
  }
  if (found.client == nullptr)
    return fail(Code::unauthorized,
                keys.empty() ? "the request has no key" : "the key of the request is none of this service");
  return found;
}

Result<Client*> ClientKeys::admit(wire::RequestHead& head, Scope wanted) const {
  FORESHOCK_TRY(const auto keys, credentials_in(head));
  if (!required() && wanted == Scope::operators)
    return fail(Code::forbidden, "what engines offer to operators is not for everybody",
                "foreshock engine act does it; or configure a key with the scope operators.");
  if (!required()) return nullptr;
  FORESHOCK_TRY(const Found found, find(keys));
  if (!found.client->scopes.has(wanted))
    return fail(Code::forbidden,
                fmt::format("the key of '{}' lacks the scope '{}'", found.client->name, name_of(wanted)),
                fmt::format("Whoever runs this service can add {} to its scopes.", name_of(wanted)));
  FORESHOCK_CHECK(strip_credentials(head, found.key));
  return found.client;
}

}  // namespace foreshock::gateway
