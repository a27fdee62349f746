#include "core/signal_catalog.h"

#include <array>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::signal_catalog_test {

constexpr std::array built_in = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, Rollup::distribution, "First token."}};

CustomSignal csat() {
  return {"csat", "ratio", Direction::higher_is_better};
}

TEST(SignalCatalog, HoldsThoseOfUsersBehindItsOwn) {
  SignalCatalog catalog(built_in);
  const SignalSpec* declared = catalog.declare(csat()).value();
  EXPECT_EQ(catalog.size(), 2);
  EXPECT_EQ(&catalog[1], declared);
  EXPECT_EQ(catalog.find("csat"), declared);
  EXPECT_EQ(declared->unit, "ratio");
  EXPECT_EQ(declared->watched, Watched::value);
  EXPECT_EQ(declared->wakes, Wakes::when_worse);
  EXPECT_EQ(declared->matters, 0.05);
  EXPECT_EQ(catalog.all().size(), 2);
}

TEST(SignalCatalog, TheSameAgainIsTheSame) {
  SignalCatalog catalog(built_in);
  const SignalSpec* first = catalog.declare(csat()).value();
  EXPECT_EQ(catalog.declare(csat()).value(), first);
  EXPECT_EQ(catalog.declare({"csat", "points", Direction::higher_is_better}).error().what(),
            "'csat' is a signal in 'ratio', higher_is_better");
  EXPECT_EQ(catalog.size(), 2);
}

TEST(SignalCatalog, RefusesWhatIsNone) {
  SignalCatalog catalog(built_in);
  for (const char* name : {"", "Csat", "1st", "a-b", "a b", "a\n"})
    EXPECT_EQ(catalog.declare({name, "", Direction::neutral}).error().code(), Code::bad_request) << name;
  EXPECT_EQ(catalog.declare({std::string(65, 'a'), "", Direction::neutral}).error().code(),
            Code::bad_request);
  EXPECT_EQ(catalog.declare({"ttft", "s", Direction::lower_is_better}).error().what(),
            "'ttft' is a signal of Foreshock's own");
  EXPECT_FALSE(catalog.declare({"a", "\x1b", Direction::neutral}));
  EXPECT_FALSE(catalog.declare({"a", "s", Direction::neutral, -1}));
  EXPECT_EQ(catalog.size(), 1);
}

TEST(SignalCatalog, HasRoomForSoMany) {
  SignalCatalog catalog(built_in);
  for (size_t i = 0; i < SignalCatalog::most_custom; ++i)
    EXPECT_TRUE(catalog.declare({fmt::format("s{}", i), "", Direction::neutral}));
  EXPECT_EQ(catalog.declare({"one_more", "", Direction::neutral}).error().code(), Code::overloaded);
  EXPECT_TRUE(catalog.declare({"s0", "", Direction::neutral}));
}

TEST(SignalCatalog, ReadsDirections) {
  EXPECT_EQ(parse_direction("lower_is_better").value(), Direction::lower_is_better);
  EXPECT_EQ(parse_direction("neutral").value(), Direction::neutral);
  EXPECT_FALSE(parse_direction("up"));
}

}  // namespace foreshock::signal_catalog_test
