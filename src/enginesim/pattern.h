#pragma once
// Texts with places to fill in.
#include <string>
#include <string_view>

namespace foreshock::enginesim {

// Appends PATTERN to OUT; for each $x of it FILL(x, OUT) appends what stands there.
template <class Fill>
void append_filled(std::string& out, std::string_view pattern, Fill&& fill) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$' || i + 1 == pattern.size())
      out += pattern[i];
    else
      fill(pattern[++i], out);
  }
}

}  // namespace foreshock::enginesim
