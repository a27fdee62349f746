#include "core/shown.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace foreshock {
namespace shown_impl {

constexpr size_t most_characters = 60;

struct Range {
  uint32_t first, last;
};
// Unicode's general categories Cc, Zl and Zp, the controls of its bidirectional algorithm, and characters
// without width that no script needs.
constexpr Range hidden[] = {{0x00, 0x1f},     {0x7f, 0x9f},      {0x61c, 0x61c},   {0x200b, 0x200b},
                            {0x200e, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x2069}, {0xfeff, 0xfeff},
                            {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

// The bytes of the UTF-8 character at the front of TEXT; 0: there is none.
size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const size_t length = lead < 0x80   ? 1
                        : lead < 0xc2 ? 0
                        : lead < 0xe0 ? 2
                        : lead < 0xf0 ? 3
                        : lead < 0xf5 ? 4
                                      : 0;
  if (length == 0 || length > text.size()) return 0;
  for (const char c : text.substr(1, length - 1))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) return 0;
  return length;
}

uint32_t code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character.front());
  uint32_t code = static_cast<unsigned char>(character.front()) & (0xffU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3fU);
  return code;
}

std::string escape_of(uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code < 0x100) return fmt::format("\\x{:02x}", code);
  return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

bool is_hidden(uint32_t code) {
  return std::any_of(std::begin(hidden), std::end(hidden),
                     [code](const Range& range) { return code >= range.first && code <= range.last; });
}

// Takes a character, or a byte that is none, off the front of TEXT.
std::string take_escaped(std::string_view& text) {
  const size_t length = character_length(text);
  const std::string_view character = text.substr(0, std::max<size_t>(length, 1));
  text.remove_prefix(character.size());
  if (length == 0) return escape_of(static_cast<unsigned char>(character.front()));
  const uint32_t code = code_point(character);
  return is_hidden(code) ? escape_of(code) : std::string(character);
}

}  // namespace shown_impl

std::string escaped(std::string_view text) {
  std::string out;
  const auto plain = std::find_if_not(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  out.assign(text.begin(), plain);
  text.remove_prefix(out.size());
  while (!text.empty()) out += shown_impl::take_escaped(text);
  return out;
}

std::string shown(std::string_view text) {
  std::string out;
  std::string_view rest = text;
  for (size_t taken = 0; !rest.empty() && taken < shown_impl::most_characters; ++taken)
    out += shown_impl::take_escaped(rest);
  return rest.empty() ? out : fmt::format("{}… ({} bytes)", out, text.size());
}

}  // namespace foreshock
