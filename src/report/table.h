#pragma once
// A table for a terminal or a file.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::report {

enum class Align : uint8_t { left, right };
enum class Colour : uint8_t { off, on };

struct Column {
  std::string title;
  Align align = Align::left;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Missing cells are empty; control characters in them are shown escaped (core/shown.h); more cells than
  // columns are a bug (std::logic_error).
  void add(std::vector<std::string> cells);
  // Two spaces between columns, a line of titles first; every line ends with LF and has no spaces before it.
  std::string text(Colour colour = Colour::off) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Columns that UTF-8 TEXT takes in a terminal: two for an East Asian wide character, none for a combining
// one.
size_t display_width(std::string_view text);

}  // namespace foreshock::report
