#include "wire/yaml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::wire::yaml_test {

std::string refusal(std::string_view text) {
  const auto document = YamlNode::parse(text, "f.yaml");
  return document ? std::string("accepted") : document.error().what();
}

TEST(Yaml, HoldsOneDocument) {
  EXPECT_EQ(refusal("---\na: 1\n...\n"), "accepted");
  EXPECT_EQ(refusal("a: 1\n---\n# nothing\n"), "accepted");
  EXPECT_EQ(refusal("a: 1\n---\nb: 2\n"), "f.yaml:3:1: a second document begins here, and a file holds one");
  EXPECT_EQ(refusal("a: 1\n...\n  b: 2\n"),
            "f.yaml:3:3: a second document begins here, and a file holds one");
  EXPECT_EQ(refusal("[a]\n[b]\n"), "f.yaml:2:1: a second document begins here, and a file holds one");
  EXPECT_TRUE(YamlNode::parse("", "f.yaml")->is_map());
}

TEST(Yaml, RefusesWhatItsParserWouldReadWithoutEnd) {
  EXPECT_EQ(refusal(",a: 1\n"), "f.yaml:1:1: nothing can begin with this character");
  EXPECT_EQ(refusal("a: 1\n---\n  , b\n"), "f.yaml:3:3: nothing can begin with this character");
  EXPECT_EQ(refusal("[a]\n,"), "f.yaml:2:1: nothing can begin with this character");
  EXPECT_EQ(refusal("---\n---\n--- # thrice nothing\n"), "accepted");
}

TEST(Yaml, SaysThatItIsNestedTooDeeply) {
  const std::string open(100'000, '['), closed = std::string(600, '[') + std::string(600, ']');
  EXPECT_TRUE(refusal(open).ends_with(": nested too deeply")) << refusal(open);
  EXPECT_TRUE(refusal(closed).starts_with("f.yaml:1:")) << refusal(closed);
  EXPECT_TRUE(refusal(closed).ends_with(": nested too deeply")) << refusal(closed);
}

TEST(Yaml, TakesNoTabsForIndentation) {
  EXPECT_EQ(refusal("a: 1\n\tb: 2\n"), "f.yaml:2:1: YAML takes no tabs for indentation");
  EXPECT_EQ(refusal("a: 1\n\tb:\n    c: 3\n"), "f.yaml:2:1: YAML takes no tabs for indentation");
  EXPECT_EQ(refusal("a:\n  \tb: 2\n"), "f.yaml:2:3: YAML takes no tabs for indentation");
  EXPECT_EQ(refusal("a:\n\t- 2\n"), "f.yaml:2:1: YAML takes no tabs for indentation");
  EXPECT_EQ(refusal("a: [1,\n\t2]\n"), "accepted") << "inside brackets they are no indentation";
}

TEST(Yaml, HoldsNoRawControlCharacters) {
  EXPECT_EQ(refusal("a: 1\nb: x\x1by\n"), "f.yaml:2:5: YAML holds no character '\\x1b'");
  EXPECT_EQ(refusal(std::string_view("a: 1\0\nb: 2\n", 12)), "f.yaml:1:5: YAML holds no character '\\x00'");
  EXPECT_EQ(refusal("a: 1\r\nb: \"\\e\"\t# \u00e9\r\n"), "accepted");
}

TEST(Yaml, ShowsStrangeKeysEscapedAndCut) {
  const auto read = [](const std::string& text) {
    int target = 0;
    const auto result = read_options(*YamlNode::parse(text, "f.yaml"), {}, {}, &target);
    return result ? std::string("accepted") : result.error().what();
  };
  EXPECT_EQ(read("\"\\e[2J\": 1\n"), "f.yaml:1:1: unknown key '\\x1b[2J'.");
  EXPECT_EQ(read(std::string(99, 'k') + ": 1\n"),
            fmt::format("f.yaml:1:1: unknown key '{}… (99 bytes)'.", std::string(60, 'k')));
}

// In quadratic time this takes minutes.
TEST(Yaml, ReadsManyKeysInLinearTime) {
  std::string text;
  std::vector<std::string> names;
  for (int i = 0; i < 50'000; ++i) names.push_back(fmt::format("k{}", i));
  for (const std::string& name : names) text += name + ": 1\n";
  const auto map = YamlNode::parse(text + "k7: 1\n", "f.yaml");
  SeenKeys seen;
  std::string refused;
  for (const auto& [key, value] : map->entries())
    if (const auto noted = seen.note(key); !noted) refused = noted.error().what();
  EXPECT_EQ(refused, "f.yaml:50001:1: the key 'k7' stands here twice");
}

}  // namespace foreshock::wire::yaml_test
