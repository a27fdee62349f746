#include "enginesim/tokens.h"

#include <algorithm>

namespace foreshock::enginesim {
namespace tokens_impl {

enum class Kind : uint8_t { letter, digit, space, line_end, ideograph, other };

struct Character {
  Kind kind;
  size_t bytes;
};

constexpr size_t longest_word = 6;
constexpr size_t longest_number = 3;

// The length that a UTF-8 lead byte announces; 1 for a stray one.
size_t announced_length(unsigned char lead) {
  if (lead >= 0xf0 && lead < 0xf8) return 4;
  if (lead >= 0xe0) return lead < 0xf0 ? 3 : 1;
  return lead >= 0xc2 ? 2 : 1;
}

bool is_ideograph(uint32_t c) {
  return (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7af) || (c >= 0xf900 && c <= 0xfaff) ||
         (c >= 0xff00 && c <= 0xffef) || (c >= 0x20000 && c <= 0x3ffff);
}
bool is_symbol(uint32_t c) {
  return (c >= 0x2000 && c <= 0x2bff) || c >= 0x1f000 || (c >= 0x80 && c < 0xc0);
}

Character ascii_character(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return {Kind::letter, 1};
  if (c >= '0' && c <= '9') return {Kind::digit, 1};
  if (c == ' ' || c == '\t') return {Kind::space, 1};
  if (c == '\n' || c == '\r') return {Kind::line_end, 1};
  return {Kind::other, 1};
}

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return ascii_character(text.front());
  const size_t length = announced_length(lead);
  if (length == 1 || length > text.size()) return {Kind::other, 1};
  uint32_t code_point = lead & (0x7fu >> length);
  for (const char c : text.substr(1, length - 1)) {
    if ((c & 0xc0) != 0x80) return {Kind::other, 1};
    code_point = code_point << 6 | (static_cast<unsigned char>(c) & 0x3f);
  }
  if (is_ideograph(code_point)) return {Kind::ideograph, length};
  return {is_symbol(code_point) ? Kind::other : Kind::letter, length};
}

// Bytes of the run of KIND at the front of TEXT, of at most LIMIT characters.
size_t run_length(std::string_view text, Kind kind, size_t limit) {
  size_t bytes = 0;
  for (size_t characters = 0; characters < limit && bytes < text.size(); ++characters) {
    const Character next = first_character(text.substr(bytes));
    if (next.kind != kind) break;
    bytes += next.bytes;
  }
  return bytes;
}

size_t word_length(std::string_view text) {
  const Kind kind = text.empty() ? Kind::other : first_character(text).kind;
  if (kind == Kind::letter) return run_length(text, kind, longest_word);
  if (kind == Kind::digit) return run_length(text, kind, longest_number);
  return 0;
}

// The last single space before a word belongs to the word.
size_t space_length(std::string_view text) {
  const size_t spaces = run_length(text, Kind::space, text.size());
  const size_t word = text[spaces - 1] == ' ' ? word_length(text.substr(spaces)) : 0;
  if (word == 0) return spaces;
  return spaces == 1 ? 1 + word : spaces - 1;
}

size_t first_token_length(std::string_view text) {
  const Character first = first_character(text);
  switch (first.kind) {
    case Kind::letter:
    case Kind::digit:
      return word_length(text);
    case Kind::space:
      return space_length(text);
    case Kind::line_end:
      return run_length(text, Kind::line_end, text.size());
    case Kind::ideograph:
    case Kind::other:
      return first.bytes;
  }
  return first.bytes;
}

}  // namespace tokens_impl

int64_t count_tokens(std::string_view text) {
  int64_t tokens = 0;
  for (; !text.empty(); ++tokens) text.remove_prefix(tokens_impl::first_token_length(text));
  return tokens;
}

std::vector<std::string_view> split_tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  tokens.reserve(text.size() / 4 + 1);
  while (!text.empty()) {
    tokens.push_back(text.substr(0, tokens_impl::first_token_length(text)));
    text.remove_prefix(tokens.back().size());
  }
  return tokens;
}

std::string_view first_tokens(std::string_view text, int64_t tokens) {
  size_t bytes = 0;
  for (int64_t i = 0; i < tokens && bytes < text.size(); ++i)
    bytes += tokens_impl::first_token_length(text.substr(bytes));
  return text.substr(0, bytes);
}

bool is_mostly_chinese(std::string_view text) {
  using tokens_impl::Kind;
  int64_t ideographs = 0, words = 0;
  while (!text.empty()) {
    const size_t length = tokens_impl::first_token_length(text);
    const Kind last = tokens_impl::first_character(text.substr(text.front() == ' ' && length > 1)).kind;
    ideographs += last == Kind::ideograph;
    words += last == Kind::letter;
    text.remove_prefix(length);
  }
  return ideographs > words;
}

}  // namespace foreshock::enginesim
