#pragma once
// How each programming language is written, as data: code_style.cpp.
#include <array>
#include <span>
#include <string_view>

#include "enginesim/code_text.h"

namespace foreshock::enginesim {

// In the patterns $f is a function, $a and $b its arguments, $t a table, $n and $m numbers, $c a comparison.
struct CodeStyle {
  std::string_view fence;      // the name behind the opening fence
  std::string_view file_open;  // around all functions
  std::string_view open;       // of a function
  std::span<const std::string_view> statements;
  std::string_view close;
  std::string_view file_close;
  std::string_view comment;  // begins a line of comment in a function
  bool is_camel_case = false;
  std::array<std::string_view, 2> fault;  // the last [0] becomes [1]: no parser takes it
};

const CodeStyle& style_of(CodeLanguage code);

}  // namespace foreshock::enginesim
