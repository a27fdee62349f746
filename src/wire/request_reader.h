#pragma once
// What a request asks for, as far as measuring and routing need it.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "wire/dialect.h"

namespace foreshock::wire {

struct RequestFacts {
  std::string model;
  bool stream = false;
  bool tools = false;
  int64_t turns = 0;  // messages, or input items
  // What tells the turns of one session from others:
  std::string conversation;  // its id, where the protocol has one
  uint64_t opening = 0;      // hash of the system's text and the first message of the user; 0: there is none
  bool continues = false;    // holds an answer of the model already
  std::string prefix;        // how the prompt begins, as far as asked for: roles and texts
};

// PREFIX: bytes of RequestFacts::prefix. Copies BODY once. Ollama streams unless told not to. JSON that the
// parser does not take (a number beyond 64 bits, a depth over 1,024) is passed on: nothing is known of it
// then. Errors: bad_request when BODY is not a JSON object, with the place.
Result<RequestFacts> read_request(Dialect dialect, std::string_view body, size_t prefix = 0);

}  // namespace foreshock::wire
