#include "enginesim/prose.h"

#include <gtest/gtest.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim::prose_test {

std::string prose(Language language, int64_t tokens, uint64_t seed) {
  Random random(seed);
  return write_prose(language, tokens, random);
}

TEST(Prose, HasExactlyTheTokensAskedFor) {
  for (const Language language : {Language::english, Language::chinese})
    for (int64_t tokens = 1; tokens < 200; ++tokens) {
      const std::string text = prose(language, tokens, static_cast<uint64_t>(tokens));
      ASSERT_EQ(count_tokens(text), tokens) << text;
    }
}

TEST(Prose, IsMadeOfSentencesInTheLanguageAskedFor) {
  const std::string english = prose(Language::english, 60, 3);
  EXPECT_TRUE(english.front() >= 'A' && english.front() <= 'Z') << english;
  EXPECT_TRUE(english.ends_with(".")) << english;
  EXPECT_EQ(english.find(".."), std::string::npos) << english;
  EXPECT_FALSE(is_mostly_chinese(english));
  const std::string chinese = prose(Language::chinese, 60, 3);
  EXPECT_TRUE(chinese.ends_with("。")) << chinese;
  EXPECT_TRUE(is_mostly_chinese(chinese));
}

TEST(Prose, IsTheSameForASeedAndOtherForAnother) {
  EXPECT_EQ(prose(Language::english, 50, 1), prose(Language::english, 50, 1));
  EXPECT_NE(prose(Language::english, 50, 1), prose(Language::english, 50, 2));
}

}  // namespace foreshock::enginesim::prose_test
