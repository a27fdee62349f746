#include "core/shown.h"

#include <gtest/gtest.h>

namespace foreshock::shown_test {

TEST(Shown, EscapesWhatATerminalWouldObeyOrHide) {
  EXPECT_EQ(escaped("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(escaped("a\nb\tc\rd\x7f"), "a\\nb\\tc\\x0dd\\x7f");
  EXPECT_EQ(escaped("a\u202eb\u2066c\u200bd\u061c"), "a\\u202eb\\u2066c\\u200bd\\u061c");
  EXPECT_EQ(escaped("\u0085\U000e0041"), "\\x85\\U000e0041");
  EXPECT_EQ(escaped("\xff\xc3(\xe4\xbd"), "\\xff\\xc3(\\xe4\\xbd") << "bytes that are no UTF-8";
}

TEST(Shown, LeavesTextAsItIs) {
  for (const char* text : {"plain", "naïve", "你好", "🙂", "a\\x1b", "می‌خواهم", ""}) {
    EXPECT_EQ(escaped(text), text);
    EXPECT_EQ(shown(text), text);
  }
}

TEST(Shown, CutsBetweenCharacters) {
  std::string wide;
  for (int i = 0; i < 60; ++i) wide += "你";
  EXPECT_EQ(shown(wide), wide);
  EXPECT_EQ(shown(wide + "好"), wide + "… (183 bytes)");
  EXPECT_EQ(shown(std::string(99'000, '\x1b')).size(), 60 * 4 + std::string_view("… (99000 bytes)").size());
}

}  // namespace foreshock::shown_test
