#include "gateway/client_keys.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/sha.h>

#include "core/catalog.h"
#include "gateway/answer_head.h"
#include "wire/text.h"

namespace foreshock::gateway {
namespace client_keys_impl {

constexpr std::string_view scheme = "sha256:";
constexpr size_t digits = 2 * SHA256_DIGEST_LENGTH;

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
};
static_assert(names_are_unique(rows));

// Without the scheme word, whatever its case.
std::string_view token_of(std::string_view field, std::string_view value) {
  constexpr std::string_view bearer = "bearer ";
  if (field != "authorization") return value;
  if (value.size() <= bearer.size() || !wire::equals_ignoring_case(value.substr(0, bearer.size()), bearer))
    return {};
  return wire::trimmed(value.substr(bearer.size()));
}

}  // namespace client_keys_impl

OptionSet key_options() {
  return client_keys_impl::rows;
}

std::string hash_of_key(std::string_view key) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(key.data()), key.size(), digest.data());
  return fmt::format("{}{:02x}", client_keys_impl::scheme, fmt::join(digest, ""));
}

Result<void> check_key_hash(std::string_view hash) {
  using namespace client_keys_impl;
  const bool begins = hash.starts_with(scheme) && hash.size() == scheme.size() + digits;
  const auto is_digit = [](char c) { return wire::is_digit(c) || (c >= 'a' && c <= 'f'); };
  if (begins && std::all_of(hash.begin() + scheme.size(), hash.end(), is_digit)) return {};
  return fail(Code::bad_config, "a key's hash is sha256: and 64 hexadecimal digits",
              "Write what 'foreshock key new' prints; never the key itself.");
}

std::string name_of_client(const wire::RequestHead& head, HashKey secret) {
  for (const std::string_view field : credential_fields)
    if (const auto value = head.headers.find(field))
      return fmt::format("{:012x}", keyed_hash(secret, client_keys_impl::token_of(field, *value)) >> 16);
  return "";
}

ClientKeys::ClientKeys(const std::vector<KeyOptions>& keys, Instant now) {
  for (const KeyOptions& key : keys) clients_.emplace(key.hash, std::make_unique<Client>(key, now));
}

Result<Client*> ClientKeys::admit(const wire::RequestHead& head) const {
  for (const std::string_view field : credential_fields)
    if (head.headers.count(field) > 1)
      return fail(Code::bad_request, fmt::format("the field '{}' stands in the request twice", field));
  if (!required()) return nullptr;
  if (Client* const client = client_of(head)) return client;
  return fail(Code::unauthorized, "the request has no key of this service");
}

Client* ClientKeys::client_of(const wire::RequestHead& head) const {
  for (const std::string_view field : credential_fields) {
    const auto value = head.headers.find(field);
    if (!value) continue;
    const auto known = clients_.find(hash_of_key(client_keys_impl::token_of(field, *value)));
    if (known != clients_.end()) return known->second.get();
  }
  return nullptr;
}

}  // namespace foreshock::gateway
