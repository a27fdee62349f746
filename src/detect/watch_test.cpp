#include "detect/watch.h"

#include <array>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::detect::watch_test {

using namespace std::chrono_literals;

constexpr std::array signals = {SignalSpec{.name = "ttft",
                                           .unit = "s",
                                           .rollup = Rollup::distribution,
                                           .watched = Watched::value,
                                           .wakes = Wakes::either_way,
                                           .matters = 1.5}};

// Room for two models.
class FewModels : public ::testing::Test {
 protected:
  void see(const std::string& model) {
    SampleGrid grid;
    grid.at = now_;
    grid.strata = {{"model", model}};
    grid.values = {{"ttft", 0.1, 1}};
    watch_.take(grid);
  }
  void see_and_close(const std::string& model) {
    see(model);
    watch_.close(now_);
  }
  bool knows(const std::string& model) const { return watch_.find({"ttft", {"model", model}}) != nullptr; }

  Instant now_{1'800'000'000s};
  Watch watch_{std::make_shared<SignalCatalog>(signals), {.values_of_a_dimension = 2}};
};

TEST_F(FewModels, OneMoreIsNotWatched) {
  for (const char* model : {"a", "b", "c"}) see_and_close(model);
  EXPECT_TRUE(knows("a") && knows("b"));
  EXPECT_FALSE(knows("c"));
  EXPECT_EQ(watch_.series(), 2U);
}

TEST(Watch, WhatIsDeclaredLaterIsWatchedFromThenOn) {
  const auto catalog = std::make_shared<SignalCatalog>(signals);
  Watch watch(catalog, {});
  const Instant now{1'800'000'000s};
  watch.take(Sample{{"ttft", {}}, now, 0.1, 1});
  watch.take(Sample{{"csat", {}}, now, 0.9, 1});
  EXPECT_EQ(watch.series(), 1U) << "nobody said what csat is";
  ASSERT_TRUE(catalog->declare({"csat", "ratio", Direction::higher_is_better}));
  watch.take(Sample{{"csat", {}}, now, 0.9, 1});
  EXPECT_NE(watch.find({"csat", {}}), nullptr) << "in a place that was there before";
  ASSERT_NE(watch.spec("csat"), nullptr);
  EXPECT_EQ(watch.spec("csat")->unit, "ratio");
}

TEST_F(FewModels, AnotherDimensionHasRoomOfItsOwn) {
  for (const char* model : {"a", "b"}) see_and_close(model);
  watch_.take(Sample{{"ttft", {"replica", "r"}}, now_, 0.1, 1});
  EXPECT_NE(watch_.find({"ttft", {"replica", "r"}}), nullptr);
}

TEST_F(FewModels, TheOneThatWasQuietLongestMakesRoomAfterAnHour) {
  for (const char* model : {"a", "b"}) see_and_close(model);
  now_ += 10min;
  see_and_close("a");
  now_ += 55min;
  see_and_close("c");
  EXPECT_TRUE(knows("a") && knows("c"));
  EXPECT_FALSE(knows("b")) << "it was quiet for 65 minutes";
  EXPECT_EQ(watch_.series(), 2U);
  EXPECT_EQ(watch_.values_of("model").size(), 2U);
}

TEST_F(FewModels, ManyNamesTakeNoMoreRoom) {
  for (int i = 0; i < 10'000; ++i, now_ += 10s) see_and_close(fmt::format("m-{}", i));
  EXPECT_EQ(watch_.series(), 2U);
}

}  // namespace foreshock::detect::watch_test
