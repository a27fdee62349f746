#include "wire/yaml_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace foreshock::wire {
namespace yaml_text_impl {

bool is_forbidden(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
}

}  // namespace yaml_text_impl

std::string TextPlace::in(std::string_view file) const {
  return fmt::format("{}:{}:{}", file, line + 1, column + 1);
}

std::optional<TextPlace> forbidden_character(std::string_view text) {
  const auto* found = std::find_if(text.begin(), text.end(), yaml_text_impl::is_forbidden);
  if (found == text.end()) return std::nullopt;
  const auto byte = static_cast<size_t>(found - text.begin());
  const auto line = static_cast<size_t>(std::count(text.begin(), found, '\n'));
  const size_t line_start = line == 0 ? 0 : text.rfind('\n', byte) + 1;
  return TextPlace{byte, line, byte - line_start};
}

std::optional<TextPlace> tab_in_indentation(std::string_view text, int line) {
  size_t start = 0;
  for (int i = 0; i < line; ++i) {
    start = text.find('\n', start);
    if (start == std::string_view::npos) return std::nullopt;
    ++start;
  }
  const size_t stop = std::min(text.find_first_not_of(' ', start), text.size());
  if (stop == text.size() || text[stop] != '\t') return std::nullopt;
  return TextPlace{stop, static_cast<size_t>(line), stop - start};
}

}  // namespace foreshock::wire
