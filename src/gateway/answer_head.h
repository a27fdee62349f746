#pragma once
// From the head that a backend sent to the head that the client gets, and how the body travels between them.
#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/passed_fields.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

enum class Relay : uint8_t {
  raw,      // the bytes of the body as they came, chunk framing included
  chunked,  // payload in chunks of ours: the backend ends its body by closing
  payload,  // payload alone, ended by what carries it: the client speaks HTTP/1.0, or HTTP/2
};

Relay relay_for(wire::BodyFraming framing, bool client_takes_chunks);

struct AnswerMarks {
  std::string_view observation;  // id, for x-foreshock-id
  std::string_view decision;     // what was decided on the way, for x-foreshock-decision
  bool stream = false;           // tell proxies in front of us not to buffer
  bool keep_alive = true;
};

// Only fields that PASSED admits go to the client, whatever a backend or a service behind it adds.
wire::ResponseHead client_head(wire::ResponseHead upstream, wire::BodyFraming framing, Relay relay,
                               const PassedFields& passed, const AnswerMarks& marks);

// The head of the request as the backend gets it: HEAD without hop-by-hop fields, with the backend's Host and
// key and the length of the body; the client's credentials go no further where the backend has a key of its
// own or KEYS_ARE_OURS; answers are asked for unencoded, since they are read on their way.
std::string backend_head(wire::RequestHead head, std::string target, std::string_view authority,
                         std::string_view api_key, bool keys_are_ours, size_t body_size);

}  // namespace foreshock::gateway
