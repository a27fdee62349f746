#include "report/table.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace foreshock::report::table_test {

TEST(Table, AlignsColumnsByWhatATerminalShows) {
  Table table({{"name"}, {"value", Align::right}, {"what it is"}});
  table.add({"ttft", "421.3 ms", "first token"});
  table.add({"首字延迟", "5 µs", ""});
  table.add({"x"});
  EXPECT_EQ(table.text(),
            "name         value  what it is\n"
            "ttft      421.3 ms  first token\n"
            "首字延迟      5 µs\n"
            "x\n");
}

TEST(Table, ColoursOnlyWhenTold) {
  Table table({{"a"}});
  table.add({"b"});
  EXPECT_EQ(table.text(Colour::on), "\x1b[1ma\x1b[0m\nb\n");
  EXPECT_EQ(table.text(), "a\nb\n");
}

TEST(Table, RefusesARowThatIsTooLong) {
  Table table({{"a"}});
  EXPECT_THROW(table.add({"1", "2"}), std::logic_error);
}

TEST(Table, MeasuresWidth) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("é"), 1u);
  EXPECT_EQ(display_width("e\xcc\x81"), 1u) << "with a combining accent";
  EXPECT_EQ(display_width("字🙂"), 4u);
}

}  // namespace foreshock::report::table_test
