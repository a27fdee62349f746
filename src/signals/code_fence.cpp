#include "signals/code_fence.h"

#include <algorithm>
#include <iterator>

#include "wire/text.h"

namespace foreshock::signals {
namespace code_fence_impl {

constexpr int fence = 3;  // back quotes
constexpr size_t longest_name = 24;

struct Language {
  std::string_view written, name;
};
constexpr Language languages[] = {{"bash", "bash"},
                                  {"sh", "bash"},
                                  {"shell", "bash"},
                                  {"zsh", "bash"},
                                  {"console", "bash"},
                                  {"c", "c"},
                                  {"csharp", "csharp"},
                                  {"cs", "csharp"},
                                  {"c#", "csharp"},
                                  {"cpp", "cpp"},
                                  {"c++", "cpp"},
                                  {"cc", "cpp"},
                                  {"css", "css"},
                                  {"dart", "dart"},
                                  {"dockerfile", "dockerfile"},
                                  {"elixir", "elixir"},
                                  {"go", "go"},
                                  {"golang", "go"},
                                  {"haskell", "haskell"},
                                  {"html", "html"},
                                  {"java", "java"},
                                  {"javascript", "javascript"},
                                  {"js", "javascript"},
                                  {"jsx", "javascript"},
                                  {"json", "json"},
                                  {"kotlin", "kotlin"},
                                  {"kt", "kotlin"},
                                  {"lua", "lua"},
                                  {"matlab", "matlab"},
                                  {"perl", "perl"},
                                  {"php", "php"},
                                  {"powershell", "powershell"},
                                  {"ps1", "powershell"},
                                  {"python", "python"},
                                  {"py", "python"},
                                  {"python3", "python"},
                                  {"r", "r"},
                                  {"ruby", "ruby"},
                                  {"rb", "ruby"},
                                  {"rust", "rust"},
                                  {"rs", "rust"},
                                  {"scala", "scala"},
                                  {"sql", "sql"},
                                  {"swift", "swift"},
                                  {"toml", "toml"},
                                  {"typescript", "typescript"},
                                  {"ts", "typescript"},
                                  {"tsx", "typescript"},
                                  {"verilog", "verilog"},
                                  {"xml", "xml"},
                                  {"yaml", "yaml"},
                                  {"yml", "yaml"},
                                  {"zig", "zig"}};
constexpr std::string_view no_code[] = {"text", "txt", "plaintext", "markdown", "md", "output"};

std::string_view language_named(std::string_view written) {
  if (std::find(std::begin(no_code), std::end(no_code), written) != std::end(no_code)) return "";
  for (const Language& language : languages)
    if (language.written == written) return language.name;
  return "other";
}

bool ends_name(char character) {
  return character == '\n' || character == ' ' || character == '\r' || character == '{' || character == '`' ||
         character == ':';
}

}  // namespace code_fence_impl

void CodeFence::on_text(std::string_view text) {
  if (!language_.empty()) return;
  if (place_ == Place::line && text.find('\n') == text.npos) return;
  for (const char character : text) {
    on_character(character);
    if (!language_.empty()) return;
  }
}

// A fence may be indented, as in a list.
void CodeFence::on_character(char character) {
  using namespace code_fence_impl;
  if (place_ == Place::line_start && character == '`') {
    if (++quotes_ == fence) place_ = Place::name;
    return;
  }
  if (place_ == Place::name && !ends_name(character)) {
    if (name_.size() < longest_name) name_ += wire::lower(character);
    return;
  }
  if (place_ == Place::name && character == '`' && name_.empty()) return;
  if (place_ == Place::name && !name_.empty()) language_ = language_named(name_);
  const bool indented = place_ == Place::line_start && quotes_ == 0 && character == ' ';
  place_ = character == '\n' || indented ? Place::line_start : Place::line;
  quotes_ = 0;
  name_.clear();
}

}  // namespace foreshock::signals
