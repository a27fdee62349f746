#include "enginesim/answer.h"

#include <gtest/gtest.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim::answer_test {

constexpr int64_t typical = 100;

Answer answer(std::string_view question, const Wish& wish, uint64_t seed = 1) {
  return compose(read_prompt(question, question), wish, typical, seed);
}
std::string text(const Answer& answer, Channel channel = Channel::text) {
  std::string joined;
  for (const Piece& piece : answer.pieces)
    if (piece.channel == channel) joined += piece.text;
  return joined;
}
int64_t tokens(const Answer& answer) {
  return static_cast<int64_t>(answer.pieces.size());
}

TEST(Answer, LengthsSpreadAroundTheTypicalOne) {
  std::vector<int64_t> lengths;
  for (uint64_t seed = 0; seed < 501; ++seed)
    lengths.push_back(tokens(answer("Hello", {.max_tokens = 10000}, seed)));
  std::sort(lengths.begin(), lengths.end());
  EXPECT_NEAR(static_cast<double>(lengths[250]), typical, 10);
  EXPECT_LT(lengths.front(), 50);
  EXPECT_GT(lengths.back(), 200);
}

TEST(Answer, TokensAreThoseOfTheTokenizer) {
  for (const char* question : {"Hello", "你好吗，朋友", "Write a function"}) {
    const Answer made = answer(question, {.max_tokens = 1000, .length = 150});
    EXPECT_EQ(tokens(made), 150);
    EXPECT_EQ(count_tokens(text(made)), 150) << text(made);
    EXPECT_EQ(made.finish, FinishReason::stop);
  }
}

TEST(Answer, EndsAtTheLimit) {
  const Answer made = answer("Hello", {.max_tokens = 20, .length = 150});
  EXPECT_EQ(tokens(made), 20);
  EXPECT_EQ(made.finish, FinishReason::length);
}

TEST(Answer, EndsBeforeAStopTextEvenInsideAToken) {
  const std::string whole = text(answer("Hello", {.max_tokens = 1000, .length = 50}));
  const std::string stop = whole.substr(60, 5);
  const Answer cut = answer("Hello", {.max_tokens = 1000, .length = 50, .stop = {"nowhere", stop}});
  EXPECT_EQ(text(cut), whole.substr(0, whole.find(stop)));
  EXPECT_EQ(cut.finish, FinishReason::stop);
  EXPECT_EQ(tokens(answer("Hello", {.max_tokens = 9, .stop = {whole.substr(0, 1)}})), 1) << "never empty";
}

TEST(Answer, IsRepeatableWhereAskedFor) {
  const Wish free = {.max_tokens = 500}, greedy = {.max_tokens = 500, .greedy = true},
             seeded = {.max_tokens = 500, .seed = 9};
  EXPECT_NE(text(answer("Hello", free, 1)), text(answer("Hello", free, 2)));
  EXPECT_EQ(text(answer("Hello", free, 1)), text(answer("Hello", free, 1)));
  EXPECT_EQ(text(answer("Hello", greedy, 1)), text(answer("Hello", greedy, 2)));
  EXPECT_EQ(text(answer("Hello", seeded, 1)), text(answer("Hello", seeded, 2)));
  EXPECT_NE(text(answer("Hello", greedy)), text(answer("Goodbye", greedy)));
}

TEST(Answer, ReasonsBeforeItAnswers) {
  const Answer made = answer("Hello", {.max_tokens = 100, .length = 30, .reasoning_tokens = 40});
  EXPECT_EQ(made.pieces.front().channel, Channel::reasoning);
  EXPECT_EQ(count_tokens(text(made, Channel::reasoning)), 40);
  EXPECT_EQ(count_tokens(text(made)), 30);
}

TEST(Answer, CallsAToolWhenItMust) {
  Wish wish = {.max_tokens = 100,
               .tools = {{"get_weather", R"({"type":"object","properties":{"city":{"type":"string"}},
                                             "required":["city"]})"}},
               .tool_choice = ToolChoice::required};
  const Answer made = answer("Hello", wish);
  EXPECT_EQ(made.finish, FinishReason::tool_calls);
  EXPECT_EQ(text(made, Channel::tool_name), "get_weather");
  EXPECT_TRUE(text(made, Channel::tool_arguments).starts_with(R"({"city":")"));
  EXPECT_EQ(text(made), "");

  wish.tool_choice = ToolChoice::automatic;
  int calls = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    calls += answer("Hello", wish, seed).finish == FinishReason::tool_calls;
    EXPECT_EQ(answer("The weather in Oslo?", wish, seed).finish, FinishReason::tool_calls);
  }
  EXPECT_NEAR(calls, 100, 25);
  wish.tool_choice = ToolChoice::none;
  EXPECT_EQ(text(answer("The weather in Oslo?", wish), Channel::tool_name), "");
}

TEST(Answer, ThatHasLostItselfGoesOnToTheLimit) {
  const Answer made =
      answer("Hello", {.max_tokens = 400, .length = 30, .reasoning_tokens = 10, .flaws = {.bang = true}});
  EXPECT_EQ(tokens(made), 400);
  EXPECT_EQ(text(made), std::string(390, text(made)[0]));
  EXPECT_EQ(made.finish, FinishReason::length);
}

TEST(Answer, ThatIsEmptySpendsItsTokensOnNothing) {
  Wish wish = {.max_tokens = 400, .length = 30, .flaws = {.empty = true}};
  wish.tools = {{"ping", "{}"}};
  wish.tool_choice = ToolChoice::required;
  const Answer made = answer("Hello", wish);
  EXPECT_EQ(tokens(made), 30);
  EXPECT_EQ(text(made) + text(made, Channel::tool_name), "");
  EXPECT_EQ(made.finish, FinishReason::stop);
}

TEST(Answer, VariesAtTemperatureZeroWhereItMust) {
  const Wish varied = {.max_tokens = 500, .greedy = true, .flaws = {.variation = true}};
  EXPECT_NE(text(answer("Hello", varied, 1)), text(answer("Hello", varied, 2)));
}

TEST(Answer, CarriesTheFlawsOfItsCall) {
  const Wish wish = {.tools = {{"ping", R"({"type":"object","properties":{}})"}},
                     .tool_choice = ToolChoice::required,
                     .flaws = {.tool_duplicate_args = true}};
  EXPECT_EQ(text(answer("Hello", wish), Channel::tool_arguments), "{}{}");
}

TEST(Answer, IsJsonWhenAskedFor) {
  const Answer made = answer("Hello", {.max_tokens = 1000, .json = "{}"});
  EXPECT_TRUE(text(made).starts_with(R"({"answer":)")) << text(made);
  EXPECT_TRUE(text(made).ends_with("}"));
}

}  // namespace foreshock::enginesim::answer_test
