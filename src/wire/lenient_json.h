#pragma once
// JSON as clients and engines really send it.
#include <string>
#include <string_view>

#include <simdjson.h>

namespace foreshock::wire {

enum class JsonRead : uint8_t {
  read,
  beyond_us,  // JSON, but with a number or a depth that the parser does not take: to be passed on, not
              // understood
  broken,     // no JSON
};

// Parses TEXT into ROOT, which lives until the parser of this thread is used again. JavaScript cuts emoji in
// half, and JSON.stringify says so with a lone surrogate: those read as U+FFFD. A parser that a large text
// has made large is given up for a small one.
JsonRead parse_json(std::string_view text, simdjson::dom::element& root);
// Why the last text of this thread was broken.
std::string_view json_error();

}  // namespace foreshock::wire
