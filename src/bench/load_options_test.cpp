#include "bench/load_options.h"

#include <gtest/gtest.h>

#include "core/catalog.h"

namespace foreshock::bench::load_options_test {

TEST(LoadOptions, FillTheStructAndKnowTheirRanges) {
  LoadOptions options;
  const auto set = [&](std::string_view name, std::string_view text) {
    return set_option(*find_by_name(load_options(), name), &options, text);
  };
  EXPECT_TRUE(set("rate", "2.5"));
  EXPECT_DOUBLE_EQ(options.rate, 2.5);
  EXPECT_TRUE(set("duration", "2m"));
  EXPECT_EQ(options.duration, std::chrono::minutes(2));
  EXPECT_TRUE(set("stream", "false"));
  EXPECT_FALSE(options.stream);
  EXPECT_FALSE(set("concurrency", "0"));
  EXPECT_FALSE(set("max_tokens", "-1"));
  EXPECT_EQ(load_options().size(), 9u);
}

}  // namespace foreshock::bench::load_options_test
