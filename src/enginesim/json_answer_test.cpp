#include "enginesim/json_answer.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace foreshock::enginesim::json_answer_test {

using nlohmann::json;

json answer(std::string_view schema, uint64_t seed) {
  Random random(seed);
  return json::parse(write_json(schema, random));
}

TEST(JsonAnswer, HasRequiredPropertiesOfTheRightTypes) {
  constexpr std::string_view schema = R"({"type":"object","properties":{
      "city":{"type":"string"},"unit":{"type":"string","enum":["celsius","fahrenheit"]},
      "days":{"type":"integer","minimum":1,"maximum":7},"share":{"type":"number","exclusiveMinimum":0,"maximum":1},
      "exact":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":4},
      "kind":{"const":"forecast"},"when":{"type":["null","string"],"format":"date"}},
      "required":["city","unit","days","share","exact","tags","kind","when","extra"]})";
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const json made = answer(schema, seed);
    ASSERT_TRUE(made["city"].is_string());
    ASSERT_TRUE(made["unit"] == "celsius" || made["unit"] == "fahrenheit");
    ASSERT_TRUE(made["days"].is_number_integer());
    ASSERT_TRUE(made["days"] >= 1 && made["days"] <= 7) << made["days"];
    ASSERT_TRUE(made["share"] > 0 && made["share"] <= 1) << made["share"];
    ASSERT_TRUE(made["exact"].is_boolean());
    ASSERT_TRUE(made["tags"].size() >= 2 && made["tags"].size() <= 4);
    ASSERT_TRUE(made["tags"][0].is_string());
    ASSERT_EQ(made["kind"], "forecast");
    ASSERT_EQ(made["when"], "2026-03-14");
    ASSERT_TRUE(made.contains("extra")) << "required without being described";
  }
}

TEST(JsonAnswer, OptionalPropertiesComeAndGo) {
  constexpr std::string_view schema = R"({"type":"object","properties":{"a":{"type":"integer"}}})";
  int with = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) with += answer(schema, seed).contains("a");
  EXPECT_NEAR(with, 100, 30);
}

TEST(JsonAnswer, FollowsReferencesAndStopsInCircles) {
  const json made = answer(R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{
      "value":{"type":"integer","multipleOf":5},"next":{"$ref":"#/$defs/node"}},"required":["value","next"]}}})",
                           1);
  EXPECT_EQ(made["value"].get<int>() % 5, 0);
  EXPECT_TRUE(made["next"]["next"]["value"].is_number_integer());
  EXPECT_TRUE(answer(R"({"anyOf":[{"type":"array","items":{"type":"null"}}]})", 1)[0].is_null());
  EXPECT_TRUE(
      answer(R"({"allOf":[{"properties":{"x":{"type":"boolean"}},"required":["x"]}]})", 1)["x"].is_boolean());
}

TEST(JsonAnswer, SurvivesAnySchema) {
  for (const char* schema :
       {"", "nonsense", "[]", "true", R"({"type":7})", R"({"$ref":"#/nowhere"})",
        R"({"type":"object","required":[1,"a"],"properties":{"a":3}})", R"({"type":"number","multipleOf":0})",
        R"({"type":"integer","minimum":9,"maximum":1})", R"({"type":"string","minLength":1e300})",
        R"({"type":"array","minItems":1e12})", R"({"$ref":"#/~9"})", R"({"enum":[]})"})
    EXPECT_FALSE(answer(schema, 1).is_discarded()) << schema;
  EXPECT_TRUE(answer("", 1).is_object());
  EXPECT_EQ(answer(R"({"type":"object","properties":{}})", 1), json::object());
}

}  // namespace foreshock::enginesim::json_answer_test
