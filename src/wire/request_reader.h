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
};

// Copies BODY once. Ollama streams unless told not to. JSON that the parser does not take (a number beyond 64
// bits, a depth over 1,024) is passed on: nothing is known of it then. Errors: bad_request when BODY is not a
// JSON object, with the place.
Result<RequestFacts> read_request(Dialect dialect, std::string_view body);

}  // namespace foreshock::wire
