#include "enginesim/planned_words.h"

#include <gtest/gtest.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim::planned_words_test {

AnswerPlan plan_of(int64_t tokens, int64_t reasoning = 0) {
  AnswerPlan plan;
  plan.request.output_tokens = tokens;
  plan.reasoning_tokens = reasoning;
  return plan;
}
Request asks(std::string_view question, const Wish& wish = {}) {
  return {read_prompt(question, question), wish};
}
const Wish wants_a_call = {.tools = {{"f", R"({"type":"object","properties":{"city":{"type":"string"}},
                                             "required":["city"]})"}}};

// What each token holds, one after the other.
std::vector<AnswerParts> token_by_token(PlannedWords& words, int64_t tokens) {
  std::vector<AnswerParts> parts;
  for (int64_t i = 0; i < tokens; ++i) parts.push_back(words.parts(i, i + 1));
  return parts;
}

TEST(PlannedWords, AreOnePieceAToken) {
  PlannedWords words(plan_of(40, 15), asks("Hello"), 1);
  const auto parts = token_by_token(words, 40);
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(count_tokens(parts[i].reasoning), i < 15 ? 1 : 0);
    EXPECT_EQ(count_tokens(parts[i].text), i < 15 ? 0 : 1);
  }
}

TEST(PlannedWords, FewerPiecesThanTokensBeginWithTheFirst) {
  AnswerPlan plan = plan_of(100);
  plan.tool_due = true;
  PlannedWords words(plan, asks("Hello", wants_a_call), 1);
  const auto parts = token_by_token(words, 100);
  EXPECT_EQ(parts.front().tool_name, "f");
  EXPECT_TRUE(parts[1].empty());
  std::string arguments;
  for (const AnswerParts& one : parts) arguments += one.tool_arguments;
  EXPECT_TRUE(arguments.starts_with("{") && arguments.ends_with("}")) << arguments;
  EXPECT_EQ(words.finish(), FinishReason::tool_calls);
}

TEST(PlannedWords, MorePiecesThanTokensAllCome) {
  AnswerPlan plan = plan_of(2);
  plan.tool_due = true;
  PlannedWords words(plan, asks("Hello", wants_a_call), 1);
  const auto parts = token_by_token(words, 2);
  EXPECT_TRUE(parts.back().tool_arguments.ends_with("}"));
}

TEST(PlannedWords, FollowTheSeedOfTheClient) {
  const auto text = [](const Wish& wish, uint64_t seed) {
    return PlannedWords(plan_of(30), asks("Hello", wish), seed).parts(0, 30).text;
  };
  EXPECT_EQ(text({.greedy = true}, 1), text({.greedy = true}, 2));
  EXPECT_EQ(text({.seed = 9}, 1), text({.seed = 9}, 2));
  EXPECT_NE(text({}, 1), text({}, 2));
  EXPECT_EQ(text({}, 1), text({}, 1));
}

}  // namespace foreshock::enginesim::planned_words_test
