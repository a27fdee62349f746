#pragma once
// Stories that must be refused, with what is said of them.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenario/read_story.h"

namespace foreshock::scenario::wrong_story_test {

struct Wrong {
  std::string text;     // put behind the base
  std::string refusal;  // how the error starts, without the name of the file
};

// Expects each of BASE + text to be refused in that way.
inline void expect_refused(const std::string& base, const std::vector<Wrong>& cases) {
  ASSERT_TRUE(read_story(base, "f.yaml")) << read_story(base, "f.yaml").error().text();
  for (const Wrong& wrong : cases) {
    const auto story = read_story(base + wrong.text, "f.yaml");
    EXPECT_FALSE(story) << wrong.text;
    if (story) continue;
    EXPECT_EQ(story.error().code(), Code::bad_config);
    EXPECT_TRUE(story.error().what().starts_with(fmt::format("f.yaml:{}", wrong.refusal)))
        << wrong.text << "\n  is refused by: " << story.error().what() << "\n  and not by: " << wrong.refusal;
  }
}

}  // namespace foreshock::scenario::wrong_story_test
