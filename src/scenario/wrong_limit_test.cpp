// Counts and lists beyond what a story may have, names that nobody knows, and strange text.
#include "scenario/wrong_story_test.h"

namespace foreshock::scenario::wrong_limit_test {

using wrong_story_test::expect_refused;

// The text of each case starts on line 5.
const std::string base =
    "scenario: x\n"
    "length: 3h\n"
    "load: [{ class: chat, rate: 4/s }]\n"
    "engine: { replicas: [{ name: a }, { name: b }] }\n";

TEST(WrongLimit, OfACountOrAList) {
  const auto refusal = [](const std::string& load, const std::string& engine, const std::string& more = "") {
    const auto story = read_story("scenario: x\nlength: 1h\nload: [{ class: c, rate: 1/s" + load +
                                      " }]\nengine: { replicas: [{ name: a }]" + engine + " }\n" + more,
                                  "f.yaml");
    return story ? std::string("accepted") : story.error().what();
  };
  for (const char* key : {"max_running", "queue", "prefill_chunk", "kv_blocks", "block_tokens", "context"}) {
    const std::string text = refusal("", fmt::format(", {}: 1000000000000000", key));
    EXPECT_NE(text.find(fmt::format("'{}' must lie between ", key)), std::string::npos) << text;
  }
  EXPECT_NE(refusal("", ", spec: { judge_slots: 100k }").find("'judge_slots' must lie between"),
            std::string::npos);
  for (const char* key : {"prompt_tokens", "output_tokens", "system_tokens", "turns"})
    EXPECT_NE(refusal(fmt::format(", {}: 100000k", key), "").find("must lie between"), std::string::npos)
        << key;
  EXPECT_NE(
      refusal("", "", "expect: { causes: { top: 53, any: [loop] } }").find("'top' must lie between 1 and 52"),
      std::string::npos);
  const auto many = [](std::string_view item, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += fmt::format(fmt::runtime(item), i);
    return text;
  };
  const std::string events = "events: [" + many("{{ at: 1m, kind: scale, text: e{} }},", 1001) + "]";
  EXPECT_EQ(refusal("", "", events),
            "f.yaml:5:9: 'events' has 1001 entries, more than the 1000 that it may have");
  const std::string faults = "faults: [" + many("{{ at: {}s, dial: kv.leak, value: 1 }},", 1001) + "]";
  EXPECT_EQ(refusal("", "", faults),
            "f.yaml:5:9: 'faults' has 1001 entries, more than the 1000 that it may have");
  const std::string classes =
      refusal(" }, " + many("{{ class: c{}, rate: 1/s }},", 1000) + " { class: d, rate: 1/s", "");
  EXPECT_EQ(classes, "f.yaml:3:7: 'load' has 1002 entries, more than the 1000 that it may have");
  const auto fleet =
      read_story("scenario: x\nlength: 1h\nload: [{ class: c, rate: 1/s }]\nengine: { replicas: [" +
                     many("{{ name: r{} }},", 1001) + "] }\n",
                 "f.yaml");
  ASSERT_FALSE(fleet);
  EXPECT_EQ(fleet.error().what(),
            "f.yaml:4:21: 'replicas' has 1001 entries, more than the 1000 that it may have");
}

TEST(WrongLimit, LanguagesAndTimeZonesThatNobodyKnows) {
  expect_refused(base, {{"timezone: Europe/Berln", "5:11: 'timezone' expected a time zone"},
                        {"timezone: Europe", "5:11: 'timezone' expected a time zone"}});
  const auto with = [](const std::string& rest) {
    const auto story = read_story(
        "scenario: x\nlength: 3h\nengine: { replicas: [{ name: a }] }\nload: [{ class: c, rate: 1/s, " +
            rest + " }]\n",
        "f.yaml");
    return story ? std::string("accepted") : story.error().what();
  };
  EXPECT_EQ(with("language: klingon"),
            "f.yaml:4:41: 'language' expected a language such as en, zh or pt-BR, found 'klingon'");
  EXPECT_EQ(with("language: xx"),
            "f.yaml:4:41: 'language' expected a language such as en, zh or pt-BR, found 'xx'");
  for (const char* language : {"en", "zh", "zh-CN", "pt-BR", "fr"})
    EXPECT_EQ(with(std::string("language: ") + language), "accepted");
  EXPECT_TRUE(with("code_language: rustt")
                  .starts_with("f.yaml:4:46: unknown code_language 'rustt'. Did you mean 'rust'?"));
  EXPECT_TRUE(with("code_language: cobol")
                  .starts_with("f.yaml:4:46: unknown code_language 'cobol'. Known: typescript, "));
  for (const char* language : {"Python", "c++", "golang"})
    EXPECT_EQ(with(std::string("code_language: ") + language), "accepted");
}

TEST(WrongLimit, StrangeTextIsShownEscapedAndCut) {
  expect_refused(base, {{"\"\\e[31m\": 1", "5:1: unknown key '\\x1b[31m'."},
                        {"clock: \"re\\u202eal\"", "5:8: unknown clock 're\\u202eal'."},
                        {"seed: " + std::string(5000, '9') + "x",
                         "5:7: 'seed' expected a count such as 4096 or 16k, found '" + std::string(60, '9') +
                             "… (5001 bytes)'"}});
}

}  // namespace foreshock::scenario::wrong_limit_test
