#include "cli/probe_prompt.h"

#include <cstdio>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::cli::probe_prompt_test {

scenario::ProbeQuestion turn(int64_t number) {
  scenario::ProbeQuestion question;
  question.asked.facts.session = 77;
  question.turn = number;
  if (number >= scenario::ProbeRounds::asked_after)
    question.fact = number - scenario::ProbeRounds::asked_after;
  return question;
}

// The code in "… is 12345."
std::string code_in(const std::string& text) {
  return text.substr(text.size() - 6, 5);
}

TEST(ProbePrompt, WhatIsPlantedIsWhatIsAskedFor) {
  EXPECT_EQ(code_in(probe_text(turn(0), 3).system), code_in(probe_text(turn(6), 3).right_answer));
  for (int64_t fact = 1; fact < 3; ++fact) {
    const ProbeText planted = probe_text(turn(fact), 3), asked = probe_text(turn(fact + 6), 3);
    EXPECT_EQ(code_in(planted.message), code_in(asked.right_answer)) << fact;
    EXPECT_EQ(asked.message.find(code_in(planted.message)), std::string::npos) << "it must be remembered";
    EXPECT_TRUE(planted.right_answer.empty());
  }
  EXPECT_EQ(probe_text(turn(3), 3).message, "What would you tell visitor 4 of today?");
}

TEST(ProbePrompt, AQuestionHasItsSum) {
  scenario::ProbeQuestion question;
  question.asked.facts.id = 9;
  const ProbeText text = probe_text(question, 0);
  int a = 0, b = 0;
  ASSERT_EQ(std::sscanf(text.message.c_str(), "What is %d plus %d?", &a, &b), 2);
  EXPECT_EQ(text.right_answer, fmt::format("It is {}.", a + b));
}

TEST(ProbePrompt, ReadsWhatAnAnswerShows) {
  const SeenAnswer seen =
      read_seen_answer(R"({"usage":{"prompt_tokens":61},"choices":[{"message":{"content":"It is 5."},
    "logprobs":{"content":[
      {"token":"It","logprob":-0.6931471805599453,"top_logprobs":[{"logprob":-0.6931471805599453},{"logprob":-1.3862943611198906}]},
      {"token":"is","logprob":-3,"top_logprobs":[{"logprob":-0.1},{"logprob":-3}]}]}}]})");
  EXPECT_EQ(seen.content, "It is 5.");
  EXPECT_EQ(seen.prompt_tokens, 61);
  ASSERT_TRUE(seen.entropy);
  EXPECT_NEAR(*seen.entropy, 0.5 * 1 + 0.25 * 2 + 0.25 * 2, 1e-9) << "a quarter is not listed";
  EXPECT_TRUE(seen.top_dropped);
  const SeenAnswer none = read_seen_answer(R"({"error":{"message":"The engine failed."}})");
  EXPECT_TRUE(none.content.empty());
  EXPECT_FALSE(none.prompt_tokens || none.entropy || none.top_dropped);
  EXPECT_FALSE(read_seen_answer("half an ans").prompt_tokens);
}

}  // namespace foreshock::cli::probe_prompt_test
