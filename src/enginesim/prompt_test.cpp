#include "enginesim/prompt.h"

#include <string>

#include <gtest/gtest.h>

namespace foreshock::enginesim::prompt_test {

Prompt prompt(std::string_view text) {
  return read_prompt(text, text);
}

TEST(Prompt, CountsTokensAndBlocks) {
  std::string text = "one";
  for (int i = 0; i < 39; ++i) text += " two";
  EXPECT_EQ(prompt(text).tokens(), 40);
  EXPECT_EQ(prompt(text).block_hashes.size(), 2u);
}

TEST(Prompt, SharesTheBlocksOfACommonPrefixOnly) {
  const std::string common(16 * 4, 'a');  // 6 letters a token: 11 tokens
  const std::string prefix = common + "\n" + common + "\n" + common + "\n" + common + "\n";
  const Prompt a = prompt(prefix + "What is the first one?"), b = prompt(prefix + "And the second?");
  ASSERT_GE(a.block_hashes.size(), 3u);
  EXPECT_EQ(a.block_hashes[0], b.block_hashes[0]);
  EXPECT_EQ(a.block_hashes[1], b.block_hashes[1]);
  EXPECT_NE(a.chain.state(), b.chain.state());
  const Prompt other = prompt("x" + prefix);
  EXPECT_NE(a.block_hashes[1], other.block_hashes[1]) << "a block is known by all that stands before it";
}

TEST(Prompt, TellsWhatIsAskedFor) {
  EXPECT_EQ(prompt("Write a Python function, please").code, CodeLanguage::python);
  EXPECT_EQ(prompt("the same function in C++").code, CodeLanguage::cpp);
  EXPECT_EQ(prompt("JavaScript code").code, CodeLanguage::javascript);
  EXPECT_EQ(prompt("TypeScript, please").code, CodeLanguage::typescript);
  EXPECT_EQ(prompt("a function in Go").code, CodeLanguage::go);
  EXPECT_EQ(prompt("Where shall we go?").code, std::nullopt) << "an everyday word is no language";
  EXPECT_EQ(prompt("写一个排序函数").code, CodeLanguage::python);
  EXPECT_EQ(prompt("decode the message").code, std::nullopt) << "part of a word is not the word";
  EXPECT_TRUE(prompt("What is the weather in Oslo?").asks_for_tool);
  EXPECT_TRUE(prompt("北京天气怎么样").asks_for_tool);
  EXPECT_FALSE(prompt("Hello").asks_for_tool);
}

TEST(Prompt, IsAnsweredInTheLanguageOfTheQuestion) {
  EXPECT_EQ(read_prompt("system text in English 为什么这么慢", "为什么这么慢").language, Language::chinese);
  EXPECT_EQ(prompt("Why so slow?").language, Language::english);
}

}  // namespace foreshock::enginesim::prompt_test
