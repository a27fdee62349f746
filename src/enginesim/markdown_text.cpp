#include "enginesim/markdown_text.h"

#include <algorithm>

namespace foreshock::enginesim {
namespace markdown_text_impl {

constexpr int64_t longest_title = 5;
constexpr int64_t longest_sentence = 20;
// With what stands around the words, in tokens of the longer language.
constexpr int64_t heading = longest_title + 4, emphasis = longest_title + 9;
constexpr int64_t smallest_item = 9, smallest_bold = 16;
constexpr int64_t most_items = 4;

// BEFORE ends with the signs that make it bold.
void write_bold(ProseWriter& writer, std::string_view before) {
  writer.raw(before);
  writer.title(longest_title);
  writer.raw(writer.language() == Language::chinese ? "**：" : "**: ");
}

int64_t smallest_section(const ProseWriter& writer) {
  return heading + 1 + 2 * (longest_sentence + emphasis) + writer.shortest_sentence() + 1;
}

// Leaves enough of what there is up to END for one more sentence.
void write_section(ProseWriter& writer, int64_t end) {
  end -= writer.shortest_sentence() + 1;
  write_heading(writer);
  writer.sentence(longest_sentence);
  const auto items = static_cast<int64_t>(2 + writer.random().below(most_items - 1));
  for (int64_t item = 0; item < items; ++item) {
    const int64_t left = end - writer.tokens() - emphasis;
    if (left < writer.shortest_sentence()) break;
    write_bold(writer, item == 0 ? "\n\n- **" : "\n- **");
    writer.sentence(std::min(left, longest_sentence));
  }
  writer.raw("\n\n");
}

}  // namespace markdown_text_impl

void write_heading(ProseWriter& writer) {
  writer.raw("## ");
  writer.title(markdown_text_impl::longest_title);
  writer.raw("\n\n");
}

void write_markdown(ProseWriter& writer, int64_t tokens) {
  using namespace markdown_text_impl;
  const int64_t end = writer.tokens() + tokens;
  while (end - writer.tokens() >= smallest_section(writer)) write_section(writer, end);
  const int64_t left = end - writer.tokens();
  if (left == tokens && left >= smallest_bold + writer.shortest_sentence())
    write_bold(writer, "**");
  else if (left == tokens && left >= smallest_item)
    writer.raw("- ");
  writer.fill(end - writer.tokens());
}

}  // namespace foreshock::enginesim
