#pragma once
// What is wrong with the text of a YAML file, where its parser says nothing or too little.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace foreshock::wire {

// Lines and columns count from 0, columns in bytes.
struct TextPlace {
  size_t byte = 0, line = 0, column = 0;
  // "story.yaml:3:5"
  std::string in(std::string_view file) const;
};

// The first control character but for tab, LF and CR: YAML 1.2, section 5.1. Linear.
std::optional<TextPlace> forbidden_character(std::string_view text);
// The first tab in the indentation of LINE.
std::optional<TextPlace> tab_in_indentation(std::string_view text, int line);

}  // namespace foreshock::wire
