#include "enginesim/tool_arguments.h"

#include <nlohmann/json.hpp>

#include "enginesim/written_answer_test.h"

namespace foreshock::enginesim::tool_arguments_test {

using nlohmann::json;

const Tool weather = {"get_weather", R"({"type":"object","properties":{
    "city":{"type":"string"},"days":{"type":"integer","minimum":1,"maximum":5}},"required":["city","days"]})"};
const Tool ping = {"ping", R"({"type":"object","properties":{}})"};

std::string arguments(const Tool& tool, const AnswerFlaws& flaws, uint64_t seed) {
  AnswerBrief asked = brief(Language::english, 50, flaws);
  asked.call = &tool;
  const WrittenAnswer made = answer(asked, seed);
  EXPECT_EQ(made.text, "");
  return made.tool_arguments;
}

bool fits_weather(const json& made) {
  return made.is_object() && made.contains("city") && made["city"].is_string() && made.contains("days") &&
         made["days"].is_number_integer();
}

TEST(ToolArguments, FitTheSchema) {
  for (uint64_t seed = 0; seed < 100; ++seed)
    ASSERT_TRUE(fits_weather(json::parse(arguments(weather, {}, seed))));
  EXPECT_NE(arguments(weather, {}, 1), arguments(weather, {}, 2));
}

TEST(ToolArguments, InvalidOnesAreNoJsonOrDoNotFitTheSchemaHalfTheTime) {
  int no_json = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const json made = json::parse(arguments(weather, {.tool_invalid = true}, seed), nullptr, false);
    no_json += made.is_discarded();
    ASSERT_FALSE(fits_weather(made)) << made;
  }
  EXPECT_NEAR(no_json, 200, 40);
}

TEST(ToolArguments, OfAnOpenSchemaCanBeInvalidToo) {
  for (uint64_t seed = 0; seed < 100; ++seed)
    ASSERT_FALSE(json::parse(arguments(ping, {.tool_invalid = true}, seed), nullptr, false).is_object());
}

TEST(ToolArguments, DoubledOnesAreTheSameTextTwice) {
  const std::string once = arguments(weather, {}, 3);
  EXPECT_EQ(arguments(weather, {.tool_duplicate_args = true}, 3), once + once);
}

TEST(ToolArguments, OfARepeatedCallDependOnTheToolOnly) {
  const std::string first = arguments(weather, {.repeated_call = true}, 1);
  EXPECT_TRUE(fits_weather(json::parse(first)));
  for (uint64_t seed = 2; seed < 20; ++seed)
    ASSERT_EQ(arguments(weather, {.repeated_call = true}, seed), first);
}

TEST(ToolArguments, AtTheLimitAreCut) {
  AnswerBrief asked = brief(Language::english, 50);
  asked.call = &weather;
  asked.at_limit = true;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const std::string made = answer(asked, seed).tool_arguments;
    ASSERT_TRUE(made.starts_with('{'));
    ASSERT_TRUE(json::parse(made, nullptr, false).is_discarded()) << made;
  }
}

}  // namespace foreshock::enginesim::tool_arguments_test
