#include "enginesim/code_text.h"

#include <algorithm>
#include <array>

#include "enginesim/code_style.h"
#include "enginesim/pattern.h"
#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace code_text_impl {

using std::to_array;
using Text = std::string_view;

// No keyword of any of the languages.
constexpr auto actions =
    to_array<Text>({"merge", "count", "scale", "adjust", "shift", "blend", "split", "trim", "rank", "plan",
                    "clamp", "gather", "update", "prepare", "weigh", "collect"});
constexpr auto things =
    to_array<Text>({"blocks", "steps", "scores", "orders", "lines", "pages", "parts", "records", "samples",
                    "prices", "visits", "teams", "batches", "results", "queues", "letters"});
constexpr auto first_arguments =
    to_array<Text>({"amount", "price", "score", "height", "speed", "weight", "points", "volume"});
constexpr auto second_arguments =
    to_array<Text>({"width", "margin", "budget", "quota", "bonus", "depth", "credit", "target"});
constexpr auto comparisons = to_array<Text>({"<", ">", "<=", ">="});

constexpr auto english_placeholders = to_array<Text>(
    {"... rest of the code stays the same", "... existing code here ...", "... remaining steps unchanged",
     "TODO: add the rest of the logic here", "... other cases omitted for brevity"});
constexpr auto chinese_placeholders =
    to_array<Text>({"……其余代码保持不变", "……此处省略", "……剩余步骤不变", "TODO：在此补充其余逻辑"});

constexpr int64_t small_function = 72;   // tokens: as many as one of a single statement may need
constexpr uint64_t most_statements = 9;  // of a function
constexpr uint64_t next_function = 37;   // so that the 256 names come in an order that shows no pattern

std::string numbered(uint64_t index, bool is_camel_case) {
  const Text thing = things[index / actions.size() % things.size()];
  std::string name(actions[index % actions.size()]);
  if (is_camel_case)
    name += static_cast<char>(thing.front() - 'a' + 'A');
  else
    (name += '_') += thing.front();
  return name.append(thing.substr(1));
}

class BlockWriter {
 public:
  BlockWriter(const CodeStyle& style, int64_t tokens, Random& random)
      : style_(style), random_(random), next_name_(random.next() >> 1), left_(tokens) {
    add("```" + std::string(style.fence) + "\n" + std::string(style.file_open));
    left_ -= count_tokens(style.file_close) + 3;
  }

  // PLACEHOLDER, where there is one, stands for all statements but the first.
  void function(Text placeholder) {
    name_ = numbered(next_name_ += next_function, style_.is_camel_case);
    first_ = random_.pick(std::span<const Text>(first_arguments));
    second_ = random_.pick(std::span<const Text>(second_arguments));
    table_ = random_.pick(std::span<const Text>(things));
    const std::string close = filled(style_.close);
    left_ -= count_tokens(close);
    add(filled(style_.open));
    add(statement());
    if (!placeholder.empty())
      add(std::string(style_.comment).append(placeholder) + "\n");
    else
      add_statements();
    block_ += close;
  }
  void separate() { block_ += '\n'; }
  bool has_room() const { return left_ >= small_function; }
  std::string text() && { return block_.append(style_.file_close).append("```"); }

 private:
  void add(const std::string& text) {
    left_ -= count_tokens(text);
    block_ += text;
  }
  void add_statements() {
    for (uint64_t more = random_.below(most_statements); more > 0; --more) {
      const std::string next = statement();
      if (count_tokens(next) > left_) return;
      add(next);
    }
  }
  // Never the same one twice in a row.
  std::string statement() {
    size_t chosen = random_.below(style_.statements.size() - 1);
    chosen += chosen >= last_statement_;
    last_statement_ = chosen;
    return filled(style_.statements[chosen]);
  }
  std::string filled(Text pattern) {
    std::string text;
    append_filled(text, pattern, [&](char place, std::string& out) {
      switch (place) {
        case 'f':
          return void(out += name_);
        case 'a':
          return void(out += first_);
        case 'b':
          return void(out += second_);
        case 't':
          return void(out += table_);
        case 'c':
          return void(out += random_.pick(std::span<const Text>(comparisons)));
        default:
          return void(out += std::to_string(2 + random_.below(98)));
      }
    });
    return text;
  }

  const CodeStyle& style_;
  Random& random_;
  uint64_t next_name_;
  int64_t left_;
  std::string block_, name_;
  Text first_, second_, table_;
  size_t last_statement_ = 0;
};

// An unbalanced bracket, or what the style names.
void break_syntax(std::string& block, const CodeStyle& style, Random& random) {
  if (random.chance(0.5)) {
    block.erase(block.find(')'), 1);
    return;
  }
  const auto& [from, to] = style.fault;
  block.replace(block.rfind(from), from.size(), to);
}

}  // namespace code_text_impl

std::string write_code_block(CodeLanguage code, Language language, int64_t tokens, CodeFlaws flaws,
                             Random& random) {
  using namespace code_text_impl;
  const CodeStyle& style = style_of(code);
  std::span<const Text> placeholders = english_placeholders;
  if (language == Language::chinese) placeholders = chinese_placeholders;
  BlockWriter writer(style, tokens, random);
  writer.function(flaws.placeholder ? random.pick(placeholders) : "");
  while (writer.has_room()) {
    writer.separate();
    writer.function("");
  }
  std::string block = std::move(writer).text();
  if (flaws.syntax) break_syntax(block, style, random);
  return block;
}

}  // namespace foreshock::enginesim
