#include "enginesim/code_text.h"

#include <gtest/gtest.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim::code_text_test {

std::string code(CodeLanguage language, int64_t tokens, uint64_t seed = 5) {
  Random random(seed);
  return write_code_answer(language, Language::english, tokens, random);
}

TEST(CodeText, HasExactlyTheTokensAskedForFromASmallestSizeOn) {
  for (const CodeLanguage language : {CodeLanguage::python, CodeLanguage::javascript, CodeLanguage::cpp})
    for (int64_t tokens = 70; tokens < 300; ++tokens)
      ASSERT_EQ(count_tokens(code(language, tokens, static_cast<uint64_t>(tokens))), tokens);
}

TEST(CodeText, IsAFencedFunctionHoweverShort) {
  const std::string shortest = code(CodeLanguage::python, 1);
  EXPECT_NE(shortest.find("\n\n```python\ndef "), std::string::npos) << shortest;
  EXPECT_NE(shortest.find("    return "), std::string::npos) << shortest;
  EXPECT_TRUE(shortest.ends_with("\n```")) << shortest;
}

TEST(CodeText, GrowsByStatementsWithBalancedBraces) {
  for (const CodeLanguage language : {CodeLanguage::javascript, CodeLanguage::cpp}) {
    const std::string text = code(language, 200);
    EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}')) << text;
    EXPECT_GT(std::count(text.begin(), text.end(), ';'), 5) << text;
  }
}

}  // namespace foreshock::enginesim::code_text_test
