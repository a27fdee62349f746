#pragma once
// Who may ask: keys as the operator gave them out. Only their hashes are known here.
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "gateway/keyed_hash.h"
#include "mitigate/allowance.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

struct KeyOptions {
  std::string name;
  std::string hash;
  int64_t requests_per_minute = 0, tokens_per_minute = 0, in_flight = 0;  // 0: without a limit
};
OptionSet key_options();

// "sha256:" and 64 hexadecimal digits. A key is long and random, so that a plain hash tells nothing of it.
std::string hash_of_key(std::string_view key);
// Errors: bad_config for what hash_of_key does not write.
Result<void> check_key_hash(std::string_view hash);

struct Client {
  Client(const KeyOptions& key, Instant now)
      : name(key.name), allowance({key.requests_per_minute, key.tokens_per_minute, key.in_flight}, now) {}

  const std::string name;
  mitigate::Allowance allowance;
};

// How a client is called whose credential is not ours to know: 12 digits of its keyed hash; empty: it has
// none.
std::string name_of_client(const wire::RequestHead& head, HashKey secret);

class ClientKeys {
 public:
  ClientKeys(const std::vector<KeyOptions>& keys, Instant now);

  // Without keys everybody may ask.
  bool required() const { return !clients_.empty(); }
  // Who asks, before the body is taken; nullptr where no keys are required. Errors: bad_request for a
  // credential that stands there twice, unauthorized where a key is required and HEAD has none.
  Result<Client*> admit(const wire::RequestHead& head) const;

 private:
  // Whose key HEAD carries, as a bearer token or in x-api-key, api-key or x-goog-api-key; nullptr: nobody's.
  // 1 µs.
  Client* client_of(const wire::RequestHead& head) const;

  std::map<std::string, std::unique_ptr<Client>, std::less<>> clients_;  // by hash
};

}  // namespace foreshock::gateway
