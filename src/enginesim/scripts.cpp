#include "enginesim/scripts.h"

#include <optional>

namespace foreshock::enginesim {
namespace scripts_impl {

// By the lead byte of a character, and the one behind it.
std::optional<Script> script_of(unsigned char lead, unsigned char next) {
  if ((lead >= 'a' && lead <= 'z') || (lead >= 'A' && lead <= 'Z')) return Script::latin;
  if (lead >= 0xd0 && lead <= 0xd3) return Script::cyrillic;
  if (lead == 0xe0 && (next == 0xb8 || next == 0xb9)) return Script::thai;
  if (lead >= 0xe4 && lead <= 0xe9) return Script::han;
  return std::nullopt;
}

}  // namespace scripts_impl

Scripts scripts_of(std::string_view text) {
  Scripts found;
  for (size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const auto script =
        scripts_impl::script_of(static_cast<unsigned char>(text[i]), static_cast<unsigned char>(next));
    if (script) found.set(static_cast<size_t>(*script));
  }
  return found;
}

}  // namespace foreshock::enginesim
