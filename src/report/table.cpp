#include "report/table.h"

#include <algorithm>
#include <stdexcept>

#include "core/shown.h"

namespace foreshock::report {
namespace table_impl {

struct Range {
  char32_t first, last;
};
// The blocks that matter of Unicode's East_Asian_Width W and F, and of general category Mn.
constexpr Range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0xa4cf}, {0xac00, 0xd7a3},
                          {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60}, {0xffe0, 0xffe6},
                          {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
constexpr Range combining[] = {{0x0300, 0x036f}, {0x200b, 0x200f}, {0x20d0, 0x20f0}, {0xfe00, 0xfe0f}};

template <size_t size>
bool lies_in(char32_t code, const Range (&ranges)[size]) {
  return std::any_of(ranges, ranges + size,
                     [&](const Range& r) { return code >= r.first && code <= r.last; });
}

// Takes one code point off the front of UTF-8.
char32_t take_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  char32_t code = length == 1 ? lead : lead & (0xff >> (length + 1));
  for (size_t i = 1; i < std::min(length, text.size()); ++i)
    code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3f);
  text.remove_prefix(std::min(length, text.size()));
  return code;
}

void append_line(std::string& out, const std::vector<Column>& columns, const std::vector<size_t>& widths,
                 const std::vector<std::string>& cells) {
  const size_t start = out.size();
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string padding(widths[i] - display_width(cells[i]), ' ');
    if (i > 0) out += "  ";
    out += columns[i].align == Align::right ? padding + cells[i] : cells[i] + padding;
  }
  while (out.size() > start && out.back() == ' ') out.pop_back();
}

}  // namespace table_impl

size_t display_width(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const char32_t code = table_impl::take_code_point(text);
    if (table_impl::lies_in(code, table_impl::wide)) ++width;
    if (!table_impl::lies_in(code, table_impl::combining)) ++width;
  }
  return width;
}

void Table::add(std::vector<std::string> cells) {
  if (cells.size() > columns_.size()) throw std::logic_error("a table row has more cells than columns");
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = escaped(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text(Colour colour) const {
  std::vector<std::string> titles;
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns_.size(); ++i) {
    titles.push_back(columns_[i].title);
    widths.push_back(display_width(titles[i]));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out = colour == Colour::on ? "\x1b[1m" : "";
  table_impl::append_line(out, columns_, widths, titles);
  out += colour == Colour::on ? "\x1b[0m\n" : "\n";
  for (const auto& row : rows_) {
    table_impl::append_line(out, columns_, widths, row);
    out += '\n';
  }
  return out;
}

}  // namespace foreshock::report
