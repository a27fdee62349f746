#include "core/option.h"

#include <array>

#include <gtest/gtest.h>

#include "core/catalog.h"

namespace foreshock::option_test {

struct Example {
  Duration timeout = std::chrono::seconds(5);
  Bytes body{64 << 20};
  Ratio share{0.1};
  bool on = false;
  std::string key;
};

constexpr std::array rows = {
    option<&Example::timeout>("timeout", "s", 0.001, 600, "How long."),
    option<&Example::body>("body", "bytes", "How large."),
    option<&Example::share>("share", "ratio", 0.0001, 1, "How many."),
    option<&Example::on>("on", "", "Whether."),
    option<&Example::key>("key", "", "Which.", Secrecy::secret),
};
static_assert(names_are_unique(rows));

const OptionRow& row(std::string_view name) {
  return *find_by_name(OptionSet(rows), name);
}

TEST(Option, ReadsEachKindWithItsUnits) {
  Example example;
  EXPECT_TRUE(set_option(row("timeout"), &example, "250ms"));
  EXPECT_EQ(example.timeout, std::chrono::milliseconds(250));
  EXPECT_TRUE(set_option(row("timeout"), &example, "1.5 m"));
  EXPECT_EQ(example.timeout, std::chrono::seconds(90));
  EXPECT_TRUE(set_option(row("body"), &example, "16MiB"));
  EXPECT_EQ(example.body.value, 16 << 20);
  EXPECT_TRUE(set_option(row("share"), &example, "2%"));
  EXPECT_DOUBLE_EQ(example.share.value, 0.02);
  EXPECT_TRUE(set_option(row("on"), &example, "true"));
  EXPECT_TRUE(example.on);
}

TEST(Option, RefusesWrongTypesAndRangesAndKeepsTheOldValue) {
  Example example;
  for (std::string_view bad : {"", "fast", "5", "5 parsecs", "nan s", "1e999s"})
    EXPECT_FALSE(set_option(row("timeout"), &example, bad)) << bad;
  const auto out_of_range = set_option(row("timeout"), &example, "1h");
  ASSERT_FALSE(out_of_range);
  EXPECT_EQ(out_of_range.error().what(), "must lie between 0.001 and 600 s, found '1h'");
  EXPECT_EQ(example.timeout, std::chrono::seconds(5));
  EXPECT_FALSE(set_option(row("on"), &example, "yes"));
  EXPECT_FALSE(set_option(row("body"), &example, "1e300GiB")) << "more than 64 bits hold";
  double number = 7;
  EXPECT_FALSE(parse_value("nan", number));
  EXPECT_FALSE(parse_value("inf", number));
  EXPECT_EQ(number, 7);
}

TEST(Option, PrintsWhatItReads) {
  Example example;
  for (std::string_view text : {"250ms", "2s", "1h", "7d"}) {
    ASSERT_TRUE(row("timeout").set(&example, text));
    EXPECT_EQ(row("timeout").get(&example), text);
  }
  EXPECT_EQ(show_option(row("body"), &example), "64MiB");
  EXPECT_EQ(print_value(Ratio{0.02}), "2%");
  EXPECT_EQ(print_value(Ratio{1e308}), "1e+308") << "as a percentage beyond all numbers";
  EXPECT_EQ(show_option(row("key"), &example), "");
  example.key = "canary";
  EXPECT_EQ(show_option(row("key"), &example), "[secret]");
}

TEST(Catalog, SuggestsTheNearestNameOnlyWhenItIsNear) {
  constexpr std::array<std::string_view, 3> names = {"listen", "console", "data_dir"};
  EXPECT_EQ(did_you_mean("lisen", names), " Did you mean 'listen'?");
  EXPECT_EQ(did_you_mean("datadir", names), " Did you mean 'data_dir'?");
  EXPECT_EQ(did_you_mean("zebra", names), "");
}

}  // namespace foreshock::option_test
