#include "wire/json_body.h"

#include <array>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace foreshock::wire::json_body_test {

using nlohmann::json;

constexpr std::array<std::string_view, 2> keys = {"kind", "until"};

std::string refusal(const auto& result) {
  EXPECT_FALSE(result);
  return result ? "" : result.error().text();
}

TEST(JsonBody, IsAnObjectOfKnownKeys) {
  EXPECT_EQ(read_json_body(R"({"kind":"x"})", keys).value(), json({{"kind", "x"}}));
  EXPECT_EQ(refusal(read_json_body("[]", keys)),
            "the body is no JSON object (Send a JSON object of: kind, until.)");
  EXPECT_EQ(refusal(read_json_body("{", keys)), refusal(read_json_body("", keys)));
  EXPECT_EQ(refusal(read_json_body(R"({"untill":1})", keys)),
            "unknown key 'untill'. Did you mean 'until'? (Send a JSON object of: kind, until.)");
}

TEST(JsonBody, MembersAreReadOrRefused) {
  const json body = {{"t", "text"}, {"n", 1.5}, {"null", nullptr}, {"o", {{"replica", "a"}}}};
  EXPECT_EQ(text_member(body, "t", 4).value(), "text");
  EXPECT_EQ(text_member(body, "absent", 4).value(), std::nullopt);
  EXPECT_EQ(text_member(body, "null", 4).value(), std::nullopt);
  EXPECT_EQ(refusal(text_member(body, "t", 3)),
            "'t' expected a text of at most 3 bytes, found \"text\" (Mend 't', or leave it out.)");
  EXPECT_EQ(number_member(body, "n").value(), 1.5);
  EXPECT_NE(refusal(number_member(body, "t")).find("'t' expected a number"), std::string::npos);
  EXPECT_EQ(scope_member(body, "o").value(), (Stratum{"replica", "a"}));
  EXPECT_EQ(scope_member({{"scope", json::object()}}, "scope").value(), Stratum{});
  for (const json& wrong :
       {json(7), json("a"), json({{"a", "b"}, {"c", "d"}}), json({{"a", 1}}), json({{"a", ""}})})
    EXPECT_FALSE(scope_member({{"scope", wrong}}, "scope")) << wrong;
}

TEST(JsonBody, AReplicaIsOneThatIsThere) {
  const std::vector<std::string> replicas = {"replica-a", "replica-b"};
  EXPECT_TRUE(check_replica({"replica", "replica-a"}, replicas));
  EXPECT_TRUE(check_replica({"class", "replica-c"}, replicas));
  EXPECT_TRUE(check_replica({}, replicas));
  EXPECT_TRUE(check_replica({"replica", "x"}, {})) << "none is known";
  EXPECT_EQ(check_replica({"replica", "replica-c"}, replicas).error().text(),
            "there is no replica 'replica-c'. Did you mean 'replica-a'? (One of: replica-a, replica-b.)");
}

TEST(JsonBody, ATimeIsANumberOrAText) {
  EXPECT_EQ(time_member({{"at", 1'796'038'452}}, "at").value(), at_unix_seconds(1'796'038'452));
  EXPECT_EQ(time_member({{"at", "2026-11-30T11:34:12Z"}}, "at").value(), at_unix_seconds(1'796'038'452));
  EXPECT_EQ(time_member(json::object(), "at").value(), std::nullopt);
  for (const json& wrong : {json("yesterday"), json(-1), json(1e18), json(true)})
    EXPECT_FALSE(time_member({{"at", wrong}}, "at")) << wrong;
}

TEST(JsonBody, AnErrorIsOneLineWhateverTheKey) {
  const std::vector<std::string_view> known = {"name"};
  EXPECT_EQ(read_json_body(R"({"na\nme":1})", known).error().what(),
            "unknown key 'na\\nme'. Did you mean 'name'?");
  EXPECT_EQ(check_replica({"replica", "x\ny"}, {"a"}).error().what().find('\n'), std::string::npos);
}

}  // namespace foreshock::wire::json_body_test
