#pragma once
// What tells the requests of one session from all others: the client's name, with x-foreshock-session, else
// the id that the protocol gives a conversation, else the text of the system and the first message of the
// user.
#include <optional>
#include <string_view>

#include "gateway/keyed_hash.h"
#include "wire/http_head.h"
#include "wire/request_reader.h"

namespace foreshock::gateway {

struct SessionKey {
  uint64_t hash = 0;
  // Whether it may have been seen before. By its text alone a first turn has not: many begin with the same.
  bool may_be_known = true;
};

std::optional<SessionKey> session_of(const wire::RequestHead& head, const wire::RequestFacts& facts,
                                     std::string_view client, HashKey key);

// Of the model and RequestFacts::prefix: what an engine may hold in its cache, whoever asked.
uint64_t prefix_hash(const wire::RequestFacts& facts, HashKey key);

}  // namespace foreshock::gateway
