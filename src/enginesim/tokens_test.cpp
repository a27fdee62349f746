#include "enginesim/tokens.h"

#include <string>

#include <gtest/gtest.h>

namespace foreshock::enginesim::tokens_test {

std::string cut(std::string_view text) {
  std::string joined;
  for (const std::string_view token : split_tokens(text)) joined.append(token).append("|");
  return joined;
}

TEST(Tokens, FollowTheRule) {
  EXPECT_EQ(cut("Hello, world!"), "Hello|,| world|!|");
  EXPECT_EQ(cut("scheduling 12345"), "schedu|ling| 123|45|");
  EXPECT_EQ(cut("你好，世界。ok"), "你|好|，|世|界|。|ok|");
  EXPECT_EQ(cut("a\n\n  return x"), "a|\n\n| | return| x|");
  EXPECT_EQ(cut("naïve café"), "naïve| café|");
  EXPECT_EQ(cut("tail  "), "tail|  |");
  EXPECT_EQ(cut("\ttab"), "\t|tab|");
  EXPECT_EQ(cut("a — b"), "a| |—| b|");
  EXPECT_EQ(cut(""), "");
}

TEST(Tokens, AtTheFrontAreCutOff) {
  EXPECT_EQ(first_tokens("Hello, world!", 3), "Hello, world");
  EXPECT_EQ(first_tokens("scheduling", 1), "schedu");
  EXPECT_EQ(first_tokens("你好", 5), "你好");
  EXPECT_EQ(first_tokens("x", 0), "");
}

TEST(Tokens, OfBrokenUtf8AreBytes) {
  const std::string broken = "\xff\xe4\xbd";
  EXPECT_EQ(split_tokens(broken).size(), 3u);
  EXPECT_EQ(count_tokens(broken), 3);
}

TEST(Tokens, AreAboutFourBytesOfEnglish) {
  const std::string_view english =
      "The scheduler admits waiting requests while blocks allow, and every running sequence gets one token "
      "in "
      "each step of the batch.";
  EXPECT_NEAR(static_cast<double>(english.size()) / static_cast<double>(count_tokens(english)), 4, 1);
  EXPECT_EQ(count_tokens(english), static_cast<int64_t>(split_tokens(english).size()));
}

TEST(Tokens, TellTheScript) {
  EXPECT_TRUE(is_mostly_chinese("为什么昨晚 GPU 这么慢？"));
  EXPECT_FALSE(is_mostly_chinese("What does 你好 mean in English?"));
  EXPECT_FALSE(is_mostly_chinese(""));
}

TEST(TokenChain, IdentifiesPrefixesAndMarksFullBlocks) {
  TokenChain a, b, other;
  for (uint64_t token = 1; token <= 16; ++token) {
    EXPECT_EQ(a.add(token), token == 16);
    b.add(token);
    other.add(token == 1 ? 2 : token);
  }
  EXPECT_EQ(a.state(), b.state());
  EXPECT_NE(a.state(), other.state());
}

}  // namespace foreshock::enginesim::tokens_test
