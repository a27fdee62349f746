#pragma once
// Who may ask: keys as the operator gave them out. Only their hashes are known here.
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "gateway/client_scopes.h"
#include "gateway/keyed_hash.h"
#include "mitigate/allowance.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

struct KeyOptions {
  std::string name;
  std::string hash;
  int64_t requests_per_minute = 0, tokens_per_minute = 0, in_flight = 0;  // 0: without a limit
  Scopes scopes;
};
OptionSet key_options();

struct Client {
  Client(const KeyOptions& key, Instant now)
      : name(key.name),
        scopes(key.scopes),
        allowance({key.requests_per_minute, key.tokens_per_minute, key.in_flight}, now) {}

  const std::string name;
  const Scopes scopes;
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
  // Whether TEXT is one of them: a client may have put it where it does not belong.
  bool has(std::string_view text) const;
  // Who asks, before the body is taken, and may do what WANTED says; nullptr where no keys are required.
  // Where they are, no credential is left in HEAD: whatever is done with it later, none of ours can go
  // further. Errors: bad_request as credentials_in and strip_credentials say, and where HEAD has keys of two
  // clients; unauthorized where a key is required and HEAD has none; forbidden for a key without that scope.
  Result<Client*> admit(wire::RequestHead& head, Scope wanted) const;

 private:
  struct Found {
    Client* client = nullptr;
    std::string_view key;
  };
  // Whose of KEYS one is.
  Result<Found> find(const std::vector<std::string>& keys) const;

  std::map<std::string, std::unique_ptr<Client>, std::less<>> clients_;  // by hash
};

}  // namespace foreshock::gateway
