#pragma once
// Which language the code of an answer is written in, read off the first fence that names one.
#include <string>
#include <string_view>

namespace foreshock::signals {

// Text of an answer in any pieces, in Markdown. Within a line a piece costs one look for its end.
class CodeFence {
 public:
  void on_text(std::string_view text);
  // One of some thirty names, in lower case; "other": a name that is not among them; empty: none was named.
  std::string_view language() const { return language_; }

 private:
  void on_character(char character);

  enum class Place : uint8_t { line_start, line, name };
  Place place_ = Place::line_start;
  int quotes_ = 0;  // so far at the start of the line
  std::string name_;
  std::string_view language_;
};

}  // namespace foreshock::signals
