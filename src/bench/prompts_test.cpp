#include "bench/prompts.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace foreshock::bench::prompts_test {

std::string text_of(const ChatPrompt& prompt) {
  std::string text;
  for (const ChatMessage& message : prompt.messages) text += message.role + ": " + message.content + "\n";
  return text;
}

TEST(UniformPrompts, HaveTheLengthAndNoCommonBeginning) {
  UniformPrompts prompts(50, 128, 1);
  std::set<std::string> beginnings;
  for (int i = 0; i < 20; ++i) {
    const ChatPrompt prompt = prompts.next();
    EXPECT_EQ(prompt.max_tokens, 128);
    ASSERT_EQ(prompt.messages.size(), 1u);
    const std::string& text = prompt.messages[0].content;
    const std::string words = text.substr(0, text.find('.'));
    EXPECT_EQ(std::count(words.begin(), words.end(), ' '), 49);
    beginnings.insert(words.substr(0, 40));
  }
  EXPECT_EQ(beginnings.size(), 20u);
}

TEST(MixedPrompts, AreTheSameForTheSameSeed) {
  MixedPrompts a(5), b(5), c(6);
  bool differ = false;
  for (int i = 0; i < 20; ++i) {
    const std::string text = text_of(a.next());
    EXPECT_EQ(text, text_of(b.next()));
    differ = differ || text != text_of(c.next());
  }
  EXPECT_TRUE(differ);
}

TEST(MixedPrompts, MixLengthsLanguagesTurnsToolsAndLongAnswers) {
  MixedPrompts prompts(1);
  int chinese = 0, tools = 0, turns = 0, long_answers = 0, short_prompts = 0, long_prompts = 0;
  for (int i = 0; i < 1000; ++i) {
    const ChatPrompt prompt = prompts.next();
    const std::string text = text_of(prompt);
    chinese += text.find("故事") != std::string::npos;
    tools += prompt.tools;
    turns += prompt.messages.size() > 2;
    long_answers += prompt.max_tokens >= 400;
    short_prompts += text.size() < 250;
    long_prompts += text.size() > 5000;
    EXPECT_EQ(prompt.messages.front().role, "system");
    EXPECT_EQ(prompt.messages.back().role, "user");
  }
  EXPECT_NEAR(chinese, 150, 40);
  EXPECT_NEAR(tools, 100, 35);
  EXPECT_NEAR(turns, 100, 35);
  EXPECT_NEAR(long_answers, 120, 35);
  EXPECT_GT(short_prompts, 200);
  EXPECT_GT(long_prompts, 40);
}

}  // namespace foreshock::bench::prompts_test
