#include "wire/json_edit.h"

#include <vector>

#include <fmt/format.h>

namespace foreshock::wire {
namespace json_edit_impl {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct Range {
  size_t begin, end;
};

// Where the members of the top object stand.
struct Found {
  std::vector<Range> values;  // of the key
  size_t close = std::string_view::npos;
  bool empty = true;
};

size_t end_of_string(std::string_view text, size_t quote) {
  size_t at = quote + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return at;
}

Range without_blanks(std::string_view text, Range range) {
  while (range.begin < range.end && blanks.find(text[range.begin]) != std::string_view::npos) ++range.begin;
  while (range.begin < range.end && blanks.find(text[range.end - 1]) != std::string_view::npos) --range.end;
  return range;
}

// From the byte after the opening brace.
Found find_members(std::string_view text, size_t at, std::string_view key) {
  Found found;
  bool key_is_next = true, is_ours = false;
  size_t value_begin = 0;
  for (int depth = 1; at < text.size() && depth > 0; ++at) {
    const char c = text[at];
    if (c == '"') {
      const size_t end = end_of_string(text, at);
      if (depth == 1 && key_is_next) {
        is_ours = text.substr(at + 1, end - at - 1) == key;
        found.empty = key_is_next = false;
      }
      at = end;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ':' && depth == 1) {
      value_begin = at + 1;
    }
    const bool ends_object = depth == 0, ends_value = ends_object || (c == ',' && depth == 1);
    if (ends_value && is_ours) found.values.push_back(without_blanks(text, {value_begin, at}));
    if (ends_value) is_ours = false;
    if (ends_value) key_is_next = true;
    if (ends_object) found.close = at;
  }
  return found;
}

}  // namespace json_edit_impl

std::optional<std::string> with_member(std::string_view object, std::string_view key,
                                       std::string_view value) {
  using namespace json_edit_impl;
  const size_t mark = object.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const size_t open = object.find_first_not_of(blanks, mark);
  if (open == std::string_view::npos || object[open] != '{') return std::nullopt;
  const Found found = find_members(object, open + 1, key);
  if (found.close == std::string_view::npos) return std::nullopt;
  if (found.values.empty())
    return fmt::format("{}{}\"{}\":{}{}", object.substr(0, found.close), found.empty ? "" : ",", key, value,
                       object.substr(found.close));
  std::string out;
  size_t copied = 0;
  for (const Range& old : found.values) {
    out.append(object.substr(copied, old.begin - copied)).append(value);
    copied = old.end;
  }
  return out.append(object.substr(copied));
}

}  // namespace foreshock::wire
