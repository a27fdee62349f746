#include "verify/trial.h"

#include <cmath>

#include <gtest/gtest.h>

namespace foreshock::verify {
namespace trial_test {

using namespace std::chrono_literals;
constexpr Instant acted{std::chrono::seconds(1'800'000'000)};
const SeriesKey series{"inter_token", {}};

// A series that lies BEFORE above what is usual (10) until the action, and AFTER above it from then on.
class Book final : public ShiftBook {
 public:
  Book(double before, double after, double error = 0.1, double count = 100)
      : before_(before), after_(after), error_(error), count_(count) {}

  std::optional<Shift> shift(const SeriesKey& key, Instant from, Instant) const override {
    if (key != series) return std::nullopt;
    return Shift{from < acted ? before_ : after_, error_, count_, 1};
  }
  double usual(const SeriesKey&, Instant) const override { return 10; }
  double moved(const SeriesKey&, double usual, double measure) const override { return usual + measure; }
  std::vector<std::string> values_of(std::string_view) const override { return {}; }

 private:
  double before_, after_, error_, count_;
};

std::optional<Verdict> judged(const Book& book, Duration after, Change change = Change::rise) {
  const Trial trial{{Noun::action, 3}, series, change, acted - 5min, acted};
  return judge(trial, book, acted + after, {});
}

TEST(Trial, NothingIsSaidBeforeTheActionCouldShow) {
  EXPECT_FALSE(judged(Book(4, 0), 2min));
}

TEST(Trial, WhatCameBackIsKeptWithItsEffect) {
  const auto verdict = judged(Book(4, 1), 3min);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->decision, Decision::keep);
  EXPECT_NEAR(verdict->effect.value, -3, 1e-9);
  EXPECT_NEAR(verdict->effect.high, -3 + 3 * 0.1 * std::sqrt(2.0), 1e-9);
  EXPECT_EQ(verdict->because, (Because{{Noun::action, 3}}));
}

TEST(Trial, WhatBecameWorseIsRolledBack) {
  EXPECT_EQ(judged(Book(4, 6), 3min)->decision, Decision::roll_back);
  EXPECT_EQ(judged(Book(-4, -6), 3min, Change::fall)->decision, Decision::roll_back);
}

TEST(Trial, WhatCannotBeToldIsWaitedForAndThenNotProven) {
  EXPECT_FALSE(judged(Book(4, 3.9), 5min));
  EXPECT_EQ(judged(Book(4, 3.9), 15min)->decision, Decision::not_proven);
}

TEST(Trial, AHandfulOfRequestsProvesNothing) {
  EXPECT_FALSE(judged(Book(4, 0, 0.1, 3), 5min));
  EXPECT_EQ(judged(Book(4, 0, 0.1, 3), 15min)->decision, Decision::not_proven);
}

}  // namespace trial_test
}  // namespace foreshock::verify
