#include "signals/words.h"

#include <gtest/gtest.h>

namespace foreshock::signals {
namespace words_test {

std::optional<double> degenerate_in(std::string answer) {
  Transcript transcript;
  transcript.answer = std::move(answer);
  return degenerate(transcript);
}

TEST(Degenerate, IsOneCharacterForEver) {
  EXPECT_EQ(degenerate_in(std::string(200, '!')), 1);
  EXPECT_EQ(degenerate_in("It is" + std::string(40, '0')), 1);
  std::string chinese;
  for (int i = 0; i < 50; ++i) chinese += "啊";
  EXPECT_EQ(degenerate_in(chinese), 1);
}

TEST(Degenerate, IsNoOrdinaryEnd) {
  EXPECT_EQ(degenerate_in("What a surprise!!!"), 0);
  EXPECT_EQ(degenerate_in(std::string(39, '!')), 0);
  EXPECT_EQ(degenerate_in("A table\n" + std::string(80, '-')), 0);
  EXPECT_EQ(degenerate_in("code" + std::string(60, ' ')), 0);
  EXPECT_EQ(degenerate_in(std::string(60, '!') + " but then it goes on"), 0);
}

TEST(Degenerate, AnAnswerWithoutWordsSaysNothing) {
  EXPECT_FALSE(degenerate_in(""));
}

TEST(TokensPerCharacter, NeedsBothCounts) {
  Observation observation;
  Transcript transcript;
  EXPECT_FALSE(tokens_per_char(observation, transcript));
  transcript.prompt_characters = 4000;
  EXPECT_FALSE(tokens_per_char(observation, transcript));
  observation.tokens.prompt = 1000;
  EXPECT_EQ(tokens_per_char(observation, transcript), 0.25);
}

}  // namespace words_test
}  // namespace foreshock::signals
