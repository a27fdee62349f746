#include "enginesim/code_text.h"

#include <array>

#include <fmt/format.h>

#include "enginesim/prose.h"
#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace code_text_impl {

// {f} is the function, {a} and {b} its arguments, {n} a number.
struct Style {
  std::string_view fence, open;
  std::array<std::string_view, 4> statements;
  std::string_view close;
};

constexpr Style python = {"```python\n",
                          "def {f}({a}, {b}):\n",
                          {"    {a} = {a} + {n}\n", "    if {a} > {n}:\n        {b} = {b} - {n}\n",
                           "    for i in range({n}):\n        {a} += i\n", "    {b} = {a} * {n}\n"},
                          "    return {a} + {b}\n```"};
constexpr Style javascript = {
    "```javascript\n",
    "function {f}({a}, {b}) {{\n",
    {"  {a} = {a} + {n};\n", "  if ({a} > {n}) {{\n    {b} = {b} - {n};\n  }}\n",
     "  for (let i = 0; i < {n}; i++) {{\n    {a} += i;\n  }}\n", "  {b} = {a} * {n};\n"},
    "  return {a} + {b};\n}}\n```"};
constexpr Style cpp = {"```cpp\n",
                       "int {f}(int {a}, int {b}) {{\n",
                       {"  {a} = {a} + {n};\n", "  if ({a} > {n}) {{\n    {b} = {b} - {n};\n  }}\n",
                        "  for (int i = 0; i < {n}; ++i) {{\n    {a} += i;\n  }}\n", "  {b} = {a} * {n};\n"},
                       "  return {a} + {b};\n}}\n```"};

constexpr auto functions =
    std::to_array<std::string_view>({"next_step", "merge", "scaled_total", "balance", "count_blocks"});
constexpr auto first_arguments = std::to_array<std::string_view>({"value", "count", "left", "total"});
constexpr auto second_arguments = std::to_array<std::string_view>({"limit", "step", "right", "offset"});

constexpr int64_t intro_tokens = 10;
constexpr double code_share = 0.75;

const Style& style_of(CodeLanguage code) {
  switch (code) {
    case CodeLanguage::python:
      return python;
    case CodeLanguage::javascript:
      return javascript;
    case CodeLanguage::cpp:
      return cpp;
  }
  return python;
}

// A fenced function of at most TOKENS tokens where that is possible.
std::string write_block(const Style& style, int64_t tokens, Random& random) {
  const std::span<const std::string_view> names = functions, first = first_arguments,
                                          second = second_arguments;
  const std::string_view f = random.pick(names), a = random.pick(first), b = random.pick(second);
  const auto filled = [&](std::string_view line) {
    return fmt::format(fmt::runtime(line), fmt::arg("f", f), fmt::arg("a", a), fmt::arg("b", b),
                       fmt::arg("n", 2 + random.below(98)));
  };
  std::string block = std::string(style.fence) + filled(style.open);
  const std::string close = filled(style.close);
  int64_t left = tokens - count_tokens(block) - count_tokens(close);
  const std::span<const std::string_view> statements = style.statements;
  while (true) {
    const std::string statement = filled(random.pick(statements));
    left -= count_tokens(statement);
    if (left < 0) return block + close;
    block += statement;
  }
}

}  // namespace code_text_impl

std::string write_code_answer(CodeLanguage code, Language language, int64_t tokens, Random& random) {
  using namespace code_text_impl;
  std::string text = write_prose(language, intro_tokens, random) + "\n\n";
  const auto most = static_cast<int64_t>(code_share * static_cast<double>(tokens));
  text += write_block(style_of(code), most - intro_tokens, random);
  const int64_t left = tokens - count_tokens(text);
  if (left == 1) text += "\n";
  if (left > 1) text += "\n\n" + write_prose(language, left - 1, random);
  return text;
}

}  // namespace foreshock::enginesim
