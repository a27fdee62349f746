#include "wire/json_depth.h"

namespace foreshock::wire {

bool is_too_deep(std::string_view json) {
  int depth = 0;
  bool quoted = false;
  for (size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"')
      quoted = !quoted;
    else if (quoted)
      at += c == '\\' ? 1 : 0;
    else if (c == '[' || c == '{')
      ++depth;
    else if (c == ']' || c == '}')
      --depth;
    if (depth > deepest_json) return true;
  }
  return false;
}

}  // namespace foreshock::wire
