#include "enginesim/code_text.h"

#include <sstream>

#include <gtest/gtest.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim::code_text_test {

constexpr CodeLanguage languages[] = {
    CodeLanguage::python, CodeLanguage::javascript, CodeLanguage::typescript,
    CodeLanguage::java,   CodeLanguage::cpp,        CodeLanguage::c,
    CodeLanguage::go,     CodeLanguage::rust,       CodeLanguage::sql};

std::string block(CodeLanguage code, int64_t tokens, uint64_t seed, CodeFlaws flaws = {}) {
  Random random(seed);
  return write_code_block(code, Language::english, tokens, flaws, random);
}

// What is wrong with the brackets of TEXT; "" where nothing is.
std::string unbalanced(std::string_view text) {
  std::string open;
  constexpr std::string_view opening = "([{", closing = ")]}";
  for (const char c : text) {
    if (opening.find(c) != std::string_view::npos) open += c;
    const size_t kind = closing.find(c);
    if (kind == std::string_view::npos) continue;
    if (open.empty() || open.back() != opening[kind]) return std::string("unexpected ") + c;
    open.pop_back();
  }
  return open.empty() ? "" : "unclosed " + open;
}

// What is wrong with the indentation of a block of Python, as far as ours can be wrong.
bool is_well_indented(std::string_view text) {
  for (size_t at = text.find("\n "); at != std::string_view::npos; at = text.find("\n ", at + 1))
    if ((text.find_first_not_of(' ', at + 1) - at - 1) % 4 != 0) return false;
  return true;
}

TEST(CodeText, HasAtMostTheTokensAskedForFromASmallestSizeOn) {
  for (const CodeLanguage code : languages)
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const auto most = static_cast<int64_t>(80 + 3 * seed);
      const int64_t tokens = count_tokens(block(code, most, seed));
      ASSERT_LE(tokens, most);
      ASSERT_GT(tokens, most - 75) << block(code, most, seed);
    }
}

TEST(CodeText, IsAFencedFunctionHoweverShort) {
  const std::string shortest = block(CodeLanguage::python, 1, 5);
  EXPECT_TRUE(shortest.starts_with("```python\ndef ")) << shortest;
  EXPECT_NE(shortest.find("    return "), std::string::npos) << shortest;
  EXPECT_TRUE(shortest.ends_with("\n```")) << shortest;
}

TEST(CodeText, IsBalancedAndFilledIn) {
  for (const CodeLanguage code : languages)
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const std::string text = block(code, 300, seed);
      ASSERT_EQ(unbalanced(text), "") << text;
      ASSERT_TRUE(code != CodeLanguage::python || is_well_indented(text)) << text;
      ASSERT_EQ(text.find('$'), std::string::npos) << "a place that nothing filled: " << text;
    }
}

TEST(CodeText, NeverHasTheSameStatementTwiceInARow) {
  for (const CodeLanguage code : languages)
    for (uint64_t seed = 0; seed < 50; ++seed) {
      std::string text = block(code, 300, seed), line, before;
      std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
      for (std::istringstream lines(text); std::getline(lines, line); before = line)
        ASSERT_NE(line, before) << text;
    }
}

TEST(CodeText, WithASyntaxFaultIsUnbalancedOrBadlyIndented) {
  for (const CodeLanguage code : languages)
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const std::string text =
          block(code, seed % 2 == 0 ? 60 : 300, seed, {.placeholder = seed % 3 == 0, .syntax = true});
      ASSERT_TRUE(!unbalanced(text).empty() || (code == CodeLanguage::python && !is_well_indented(text)))
          << text;
    }
}

TEST(CodeText, LeavesCodeOutByAComment) {
  for (const CodeLanguage code : languages)
    for (uint64_t seed = 0; seed < 50; ++seed) {
      const std::string text = block(code, 100, seed, {.placeholder = true}), whole = block(code, 100, seed);
      const std::string_view comment = code == CodeLanguage::python ? "\n    # "
                                       : code == CodeLanguage::sql  ? "\n  -- "
                                                                    : "// ";
      ASSERT_NE(text.find(comment), std::string::npos) << text;
      ASSERT_EQ(whole.find(comment), std::string::npos) << whole;
      ASSERT_EQ(unbalanced(text), "") << text;
    }
}

TEST(CodeText, LanguagesHaveTheNamesThatUsersGiveThem) {
  EXPECT_EQ(code_language_of("js"), CodeLanguage::javascript);
  EXPECT_EQ(code_language_of("Node.js"), CodeLanguage::javascript);
  EXPECT_EQ(code_language_of("TypeScript"), CodeLanguage::typescript);
  EXPECT_EQ(code_language_of("C++"), CodeLanguage::cpp);
  EXPECT_EQ(code_language_of("C"), CodeLanguage::c);
  EXPECT_EQ(code_language_of("golang"), CodeLanguage::go);
  EXPECT_EQ(code_language_of("rs"), CodeLanguage::rust);
  EXPECT_EQ(code_language_of("java"), CodeLanguage::java);
  EXPECT_EQ(code_language_of("PostgreSQL"), CodeLanguage::sql);
  EXPECT_EQ(code_language_of("py"), CodeLanguage::python);
  EXPECT_EQ(code_language_of("cobol"), std::nullopt);
  EXPECT_EQ(code_language_of(""), std::nullopt);
  for (const CodeName& known : code_names()) EXPECT_EQ(code_language_of(known.name), known.language);
}

}  // namespace foreshock::enginesim::code_text_test
