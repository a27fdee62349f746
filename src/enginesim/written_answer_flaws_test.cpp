#include <algorithm>

#include "enginesim/degenerate_text.h"
#include "enginesim/foreign_words.h"
#include "enginesim/stock_phrases.h"
#include "enginesim/written_answer_test.h"

namespace foreshock::enginesim::written_answer_flaws_test {

bool is_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (size_t k = 1; k < length; ++k)
      if ((text[i + k] & 0xc0) != 0x80) return false;
    i += length;
  }
  return true;
}

constexpr std::string_view chinese_marks[] = {"，", "。", "、", "；", "：", "？", "！"};

int count_strays(std::string_view text, Script script) {
  const Phrases* sentences = stray_sentences(script);
  return count_phrases(text, stray_words(script)) + (sentences ? count_phrases(text, *sentences) : 0);
}

// How often the last PERIOD tokens of TEXT stand at its end, one after the other.
int rounds_at_end(std::string_view text, size_t period) {
  const std::vector<std::string_view> parts = split_tokens(text);
  size_t same = 0;
  while (same + period < parts.size() &&
         parts[parts.size() - 1 - same] == parts[parts.size() - 1 - same - period])
    ++same;
  return static_cast<int>(1 + same / period);
}

TEST(AnswerFlaws, ALoopRepeats24TokensToTheLimit) {
  for (const Language language : both_languages)
    for (uint64_t seed = 0; seed < 300; ++seed) {
      const auto tokens = static_cast<int64_t>(88 + seed);
      AnswerBrief asked = brief(language, tokens, {.loop = true});
      asked.flaws.markdown = seed % 2 == 0;
      if (seed % 3 == 0) asked.code = static_cast<CodeLanguage>(seed % 9);
      const std::string made = text(asked, seed);
      ASSERT_GE(rounds_at_end(made, loop_tokens), 3) << made;
      asked.flaws.loop = false;
      ASSERT_EQ(rounds_at_end(text(asked, seed), loop_tokens), 1);
    }
}

TEST(AnswerFlaws, ALoopBeginsAsTheAnswerWithoutIt) {
  const std::string looped = text(brief(Language::english, 200, {.loop = true}), 5),
                    in_order = text(brief(Language::english, 200), 5);
  EXPECT_TRUE(in_order.starts_with(first_tokens(looped, 39))) << looped;
}

TEST(AnswerFlaws, ABangIsOneCharacterForEver) {
  for (const Language language : both_languages) {
    const std::string made = text(brief(language, 90, {.bang = true}), 1);
    EXPECT_EQ(made, std::string(90, made[0]));
  }
}

TEST(AnswerFlaws, GarbageIsOfManyScriptsAndUtf8) {
  int letters = 0, high = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string made = text(brief(Language::english, 40, {.garbage = true}), seed);
    ASSERT_TRUE(is_utf8(made));
    for (const char c : made) {
      letters += c >= 'a' && c <= 'z';
      high += static_cast<unsigned char>(c) >= 0x80;
    }
  }
  EXPECT_GT(letters, 300);
  EXPECT_GT(high, 10000);
}

TEST(AnswerFlaws, StrayWordsAndMarkersStandOutsideOfCode) {
  for (const Language language : both_languages)
    for (uint64_t seed = 0; seed < 300; ++seed) {
      AnswerBrief asked = brief(language, static_cast<int64_t>(20 + seed), {.script = true});
      if (seed % 3 == 0) asked.code = CodeLanguage::python;
      const std::string stray = text(asked, seed);
      int strays = 0;
      for (size_t script = 0; script < script_count; ++script)
        if (script != static_cast<size_t>(language == Language::chinese ? Script::han : Script::latin))
          strays += count_strays(outside_code(stray), static_cast<Script>(script));
      ASSERT_GE(strays, 1) << stray;
      ASSERT_EQ(count_phrases(stray, markers()), 0) << stray;
      asked.flaws = {.marker = true};
      const std::string marked = text(asked, seed);
      ASSERT_GE(count_phrases(outside_code(marked), markers()), 1) << marked;
      for (const Script script : {Script::cyrillic, Script::thai})
        ASSERT_EQ(count_strays(marked, script), 0) << marked;
      ASSERT_TRUE(is_utf8(stray) && is_utf8(marked));
    }
}

TEST(AnswerFlaws, StrayWordsAreOfAScriptThatThePromptHasNot) {
  AnswerBrief asked = brief(Language::chinese, 60, {.script = true});
  int with_words = 0, with_sentences = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string made = text(asked, seed);
    with_words += scripts_of(made)[static_cast<size_t>(Script::latin)];
    with_sentences += count_phrases(made, *stray_sentences(Script::latin)) > 0;
  }
  EXPECT_NEAR(with_words, 100, 30) << "one of three scripts";
  EXPECT_NEAR(with_sentences, 25, 15);
  asked.prompt_scripts = scripts_of("用 Python 写");
  for (uint64_t seed = 0; seed < 100; ++seed)
    ASSERT_FALSE(scripts_of(text(asked, seed))[static_cast<size_t>(Script::latin)]) << text(asked, seed);
  asked = brief(Language::english, 60, {.script = true});
  asked.prompt_scripts = scripts_of("слово, วันนี้");
  for (uint64_t seed = 0; seed < 100; ++seed)
    ASSERT_GE(count_strays(text(asked, seed), Script::han), 1) << text(asked, seed);
  asked.prompt_scripts.set();
  EXPECT_EQ(text(asked, 5), text(brief(Language::english, 60), 5)) << "there is none";
}

TEST(AnswerFlaws, StrayWordsSplitNoWord) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string made = text(brief(Language::chinese, 60, {.script = true}), seed);
    size_t at = made.find(' ');
    ASSERT_NE(at, std::string::npos) << made;
    const std::string before = made.substr(0, at);
    const bool behind_a_mark = std::any_of(std::begin(chinese_marks), std::end(chinese_marks),
                                           [&](std::string_view mark) { return before.ends_with(mark); });
    EXPECT_TRUE(behind_a_mark) << made;
  }
}

TEST(AnswerFlaws, StrayWordsChangeNoOtherWord) {
  const std::string stray = text(brief(Language::english, 200, {.script = true}), 5),
                    in_order = text(brief(Language::english, 200), 5);
  const auto different = std::mismatch(stray.begin(), stray.end(), in_order.begin());
  std::string rest(different.first, stray.end());
  rest.erase(rest.begin(),
             std::find_if(rest.begin(), rest.end(), [](char c) { return c >= 'a' && c <= 'z'; }));
  const std::string rest_in_order(different.second, in_order.end());
  EXPECT_NE(rest_in_order.find(rest.substr(0, rest.size() / 2)), std::string::npos) << stray << "\n"
                                                                                    << in_order;
}

TEST(AnswerFlaws, StockPhrasesAreALargePartOfTheSentences) {
  for (const Language language : both_languages)
    for (const bool praises : {false, true}) {
      const Phrases &asked = praises ? praise(language) : boilerplate(language),
                    &other = praises ? boilerplate(language) : praise(language);
      EXPECT_GE(asked.all().size(), 12u);
      int stock = 0;
      for (uint64_t seed = 0; seed < 100; ++seed) {
        AnswerBrief wanted = brief(language, 120, {.boilerplate = !praises, .praise = praises});
        wanted.flaws.markdown = seed % 2 == 0;
        if (seed % 5 == 0) wanted.code = CodeLanguage::go;
        const std::string made = text(wanted, seed);
        ASSERT_GE(count_phrases(made, asked), 1) << made;
        ASSERT_EQ(count_phrases(made, other), 0) << made;
        stock += count_phrases(made, asked);
      }
      EXPECT_GT(stock, 300);
    }
}

TEST(AnswerFlaws, ARefusalRefusesInsteadOfWhatWasAskedFor) {
  for (const Language language : both_languages) {
    EXPECT_GE(refusals(language).all().size(), 6u);
    for (uint64_t seed = 0; seed < 100; ++seed) {
      AnswerBrief asked = brief(language, 80, {.refusal = true});
      asked.code = CodeLanguage::python;
      asked.json = "{}";
      const std::string made = text(asked, seed);
      ASSERT_EQ(count_phrases(made, refusals(language)), 1) << made;
      ASSERT_EQ(made.find("```"), std::string::npos) << made;
    }
  }
}

TEST(AnswerFlaws, MarkdownHasHeadingsBoldLettersAndLists) {
  for (const Language language : both_languages)
    for (uint64_t seed = 0; seed < 100; ++seed) {
      const std::string made = text(brief(language, 200, {.markdown = true}), seed);
      ASSERT_TRUE(made.starts_with("## ")) << made;
      ASSERT_NE(made.find("\n- **"), std::string::npos) << made;
      const std::string shorter = text(brief(language, 40, {.markdown = true}), seed);
      ASSERT_TRUE(shorter.starts_with("**")) << shorter;
      AnswerBrief code = brief(language, 200, {.markdown = true});
      code.code = CodeLanguage::java;
      ASSERT_TRUE(text(code, seed).starts_with("## "));
    }
}

TEST(AnswerFlaws, CodeIsLeftOutOrBroken) {
  for (const Language language : both_languages) {
    AnswerBrief asked = brief(language, 200);
    asked.code = CodeLanguage::python;
    const std::string whole = text(asked, 5);
    asked.flaws = {.placeholder = true};
    EXPECT_NE(text(asked, 5).find("    # "), std::string::npos);
    EXPECT_EQ(whole.find("    # "), std::string::npos);
    asked.flaws = {.syntax = true};
    const std::string broken = text(asked, 5);
    EXPECT_NE(broken, whole);
    EXPECT_NE(broken.find("```python"), std::string::npos);
  }
}

TEST(AnswerFlaws, VariationIsAnotherDrawOfTheSameLength) {
  for (const Language language : both_languages)
    EXPECT_NE(text(brief(language, 80), 5), text(brief(language, 80, {.variation = true}), 5));
}

TEST(AnswerFlaws, AnEmptyAnswerHasNoTextAtAll) {
  AnswerBrief asked = brief(Language::chinese, 80, {.loop = true, .empty = true});
  asked.reasoning_tokens = 20;
  const WrittenAnswer made = answer(asked, 5);
  EXPECT_EQ(made.text, "");
  EXPECT_EQ(count_tokens(made.reasoning), 20);
}

TEST(AnswerFlaws, ForeignFactsAreOfAnotherPersonInTheOtherLanguage) {
  for (const Language language : both_languages) {
    const Language other = language == Language::english ? Language::chinese : Language::english;
    const auto names = [&](std::string_view text) {
      const auto persons = foreign_persons(other);
      return std::count_if(persons.begin(), persons.end(), [&](std::string_view person) {
        return text.find(person) != std::string_view::npos;
      });
    };
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const std::string made =
          text(brief(language, static_cast<int64_t>(40 + seed), {.foreign = true}), seed);
      ASSERT_EQ(names(made), 1) << made;
      ASSERT_NE(made.find_first_of("0123456789"), std::string::npos) << made;
      ASSERT_EQ(names(text(brief(language, 80), seed)), 0);
    }
  }
}

}  // namespace foreshock::enginesim::written_answer_flaws_test
