#include "mitigate/draft_length.h"

#include <gtest/gtest.h>

namespace foreshock::mitigate::draft_length_test {

EngineFacts facts(std::optional<double> acceptance, std::optional<double> now,
                  std::optional<double> load = std::nullopt) {
  EngineFacts out;
  out.acceptance = acceptance;
  out.draft_length = now;
  out.load = load;
  return out;
}

TEST(BestDraftLength, PaysWithWhatIsAccepted) {
  const StepCosts free{0, 0};
  EXPECT_EQ(best_draft_length(0, {}, 0, 16), 0) << "nothing is accepted";
  EXPECT_EQ(best_draft_length(1, free, 0, 16), 16) << "all of it, for nothing";
  // Tokens by time at c = .05, V growing by .01 a token, p = .1: 1, 1.1/1.06, 1.11/1.12: the best is 1.
  EXPECT_EQ(best_draft_length(0.1, {}, 0, 16), 1);
  // p = .8: 3.362/1.24 at 4, 3.689/1.30 at 5, 3.951/1.36 at 6, 4.161/1.42 at 7, 4.329/1.48 at 8.
  EXPECT_EQ(best_draft_length(0.8, {}, 0, 16), 7);
}

TEST(BestDraftLength, DearDraftsAreShort) {
  EXPECT_EQ(best_draft_length(0.8, {0.5, 0.2}, 0, 16), 1);
  EXPECT_EQ(best_draft_length(0.5, {1, 0}, 0, 16), 0);
  EXPECT_EQ(best_draft_length(0.5, {1, 0}, 2, 16), 2) << "not under the shortest";
}

TEST(ShorterDraft, TakesTheBestThatIsShorterThanNow) {
  const MitigateOptions options;
  EXPECT_EQ(shorter_draft(facts(0.1, 5), options), 1);
  EXPECT_EQ(shorter_draft(facts(0.5, 5), options), 3);
  EXPECT_EQ(shorter_draft(facts(0.8, 5), options), std::nullopt) << "longer ones would pay";
  EXPECT_EQ(shorter_draft(facts(0.1, 1), options), std::nullopt) << "it is there already";
}

TEST(ShorterDraft, IsTheShortestWhereNothingIsKnownOrLoadIsHigh) {
  MitigateOptions options;
  EXPECT_EQ(shorter_draft(facts(std::nullopt, std::nullopt), options), 1);
  EXPECT_EQ(shorter_draft(facts(0.8, 5, 0.9), options), 1);
  options.least_draft_length = 0;
  EXPECT_EQ(shorter_draft(facts(std::nullopt, 1), options), 0);
}

}  // namespace foreshock::mitigate::draft_length_test
