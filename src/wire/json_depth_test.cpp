#include "wire/json_depth.h"

#include <string>

#include <gtest/gtest.h>

namespace foreshock::wire::json_depth_test {

std::string nested(int levels) {
  return std::string(static_cast<size_t>(levels), '[') + std::string(static_cast<size_t>(levels), ']');
}

TEST(JsonDepth, CountsLevelsThatAreOpenAtOnce) {
  EXPECT_FALSE(is_too_deep(nested(deepest_json)));
  EXPECT_TRUE(is_too_deep(nested(deepest_json + 1)));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += R"({"a":[]},)";
  EXPECT_FALSE(is_too_deep(many)) << "one after the other";
}

TEST(JsonDepth, BracketsInTextsAreNone) {
  EXPECT_FALSE(is_too_deep("\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\""));
  EXPECT_TRUE(is_too_deep("\"\\\\\"" + std::string(1000, '[')));
}

}  // namespace foreshock::wire::json_depth_test
