#include "wire/json_edit.h"

#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace foreshock::wire::json_edit_test {

using nlohmann::json;

std::string edited(std::string_view object, std::string_view key = "k") {
  return with_member(object, key, "2").value_or("none");
}

TEST(WithMember, AddsAsTheLastMember) {
  EXPECT_EQ(edited("{}"), R"({"k":2})");
  EXPECT_EQ(edited(" { } \n"), " { \"k\":2} \n");
  EXPECT_EQ(edited(R"({"a":1})"), R"({"a":1,"k":2})");
  EXPECT_EQ(edited(R"({"a": {"k": 7}, "b": ["k", {"k": 1}] })"),
            R"({"a": {"k": 7}, "b": ["k", {"k": 1}] ,"k":2})")
      << "only members at the top count";
  EXPECT_EQ(edited("\xEF\xBB\xBF{\"a\":1}"), "\xEF\xBB\xBF{\"a\":1,\"k\":2}");
}

TEST(WithMember, ReplacesWhereItStands) {
  EXPECT_EQ(edited(R"({"k":7})"), R"({"k":2})");
  EXPECT_EQ(edited(R"({"k" : [1, {"k": 3}] , "z": null})"), R"({"k" : 2 , "z": null})");
  EXPECT_EQ(edited(R"({"a":"k","k":"x,\"}","b":{}})"), R"({"a":"k","k":2,"b":{}})");
  EXPECT_EQ(edited(R"({"k":1,"k":3})"), R"({"k":2,"k":2})") << "readers differ in which of two they take";
}

TEST(WithMember, AKeyIsWholeAndNoValue) {
  EXPECT_EQ(edited(R"({"kk":1,"a":"k"})"), R"({"kk":1,"a":"k","k":2})");
  EXPECT_EQ(edited(R"({"a.b":1})", "a.b"), R"({"a.b":2})");
}

TEST(WithMember, NothingButAnObject) {
  for (const char* text : {"", " ", "[1]", "7", "\"{}\"", "{", R"({"a":1)"})
    EXPECT_EQ(with_member(text, "k", "2"), std::nullopt) << text;
}

json random_value(std::mt19937_64& random, int depth) {
  const std::vector<std::string> texts = {"",   "k",  "{",  "}",    "[\"",   "a,b:c",
                                          "\\", "\"", "\n", "日本", "k\":1,"};
  const auto text = [&] { return texts[random() % texts.size()]; };
  switch (random() % (depth > 3 ? 4 : 6)) {
    case 0:
      return json(static_cast<int64_t>(random()));
    case 1:
      return json(random() % 2 == 0);
    case 2:
      return json(nullptr);
    case 3:
      return json(text());
    case 4: {
      json list = json::array();
      for (size_t i = random() % 4; i > 0; --i) list.push_back(random_value(random, depth + 1));
      return list;
    }
    default: {
      json object = json::object();
      for (size_t i = random() % 4; i > 0; --i) object[text()] = random_value(random, depth + 1);
      return object;
    }
  }
}

TEST(WithMember, SetsOneMemberAndKeepsEveryOtherByte) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 3'000; ++i) {
    json object = json::object();
    for (size_t n = random() % 5; n > 0; --n) object["m" + std::to_string(n)] = random_value(random, 0);
    if (random() % 2 == 0) object["k"] = random_value(random, 0);
    const std::string before = object.dump(static_cast<int>(random() % 3) - 1);
    const std::string after = edited(before);
    const bool had_it = object.contains("k");
    object["k"] = 2;
    ASSERT_EQ(json::parse(after), object) << before;
    if (had_it) continue;
    const size_t end = before.rfind('}');
    EXPECT_TRUE(after.starts_with(before.substr(0, end)) && after.ends_with(before.substr(end)));
  }
}

}  // namespace foreshock::wire::json_edit_test
