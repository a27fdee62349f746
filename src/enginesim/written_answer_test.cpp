#include "enginesim/written_answer_test.h"

#include <set>

#include "enginesim/foreign_words.h"
#include "enginesim/stock_phrases.h"

namespace foreshock::enginesim::written_answer_test {

// Every flaw that leaves an answer its length, by itself and with others.
std::vector<AnswerFlaws> all_flaws() {
  using F = AnswerFlaws;
  std::vector<F> made = {{}};
  for (bool F::*flaw : {&F::loop, &F::bang, &F::garbage, &F::script, &F::marker, &F::boilerplate, &F::praise,
                        &F::placeholder, &F::syntax, &F::markdown, &F::refusal, &F::variation, &F::foreign}) {
    made.emplace_back().*flaw = true;
    made.emplace_back(made.back()).markdown = true;
    F& many = made.emplace_back(made.back());
    many.script = many.marker = many.foreign = many.boilerplate = many.praise = true;
  }
  return made;
}

TEST(WrittenAnswer, HasExactlyTheTokensAskedForWhateverIsWrong) {
  for (const AnswerFlaws& flaws : all_flaws())
    for (const Language language : both_languages)
      for (int64_t tokens = 1; tokens < 330; tokens += tokens < 40 ? 1 : 13)
        for (const bool at_limit : {false, true}) {
          AnswerBrief asked = brief(language, tokens, flaws);
          asked.at_limit = at_limit;
          asked.reasoning_tokens = tokens / 2;
          const WrittenAnswer made = answer(asked, static_cast<uint64_t>(tokens));
          ASSERT_EQ(count_tokens(made.text), tokens) << made.text;
          ASSERT_EQ(count_tokens(made.reasoning), tokens / 2) << made.reasoning;
          ASSERT_EQ(made.tool_arguments, "");
        }
}

TEST(WrittenAnswer, WithCodeHasTheTokensAskedForFromASmallestSizeOn) {
  for (const AnswerFlaws& flaws : all_flaws())
    for (const Language language : both_languages)
      for (int64_t tokens = 180; tokens < 400; tokens += 17)
        for (const bool at_limit : {false, true}) {
          AnswerBrief asked = brief(language, tokens, flaws);
          asked.at_limit = at_limit;
          asked.code = static_cast<CodeLanguage>(tokens % 9);
          const std::string made = text(asked, static_cast<uint64_t>(tokens));
          ASSERT_EQ(count_tokens(made), tokens) << made;
        }
}

TEST(WrittenAnswer, IsTheSameForTheSameBriefAndSeed) {
  for (const AnswerFlaws& flaws : all_flaws()) {
    const AnswerBrief asked = brief(Language::english, 150, flaws);
    EXPECT_EQ(text(asked, 7), text(asked, 7));
    EXPECT_NE(text(asked, 7), text(asked, flaws.bang ? 9 : 8));
  }
}

TEST(WrittenAnswer, InOrderShowsNoFlaw) {
  for (const Language language : both_languages)
    for (uint64_t seed = 0; seed < 300; ++seed) {
      AnswerBrief asked = brief(language, 150);
      if (seed % 3 == 0) asked.code = CodeLanguage::python;
      const std::string made = text(asked, seed), prose = outside_code(made);
      for (const Phrases* stock :
           {&boilerplate(language), &praise(language), &refusals(language), &markers()})
        ASSERT_EQ(count_phrases(prose, *stock), 0) << made;
      ASSERT_EQ(prose.find_first_of("*#<>[]|`$"), std::string::npos) << made;
      for (const char c : prose) {
        const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
        ASSERT_TRUE(language == Language::english ? is_ascii : !is_ascii || c == '\n') << made;
      }
    }
}

// The share of the words (Chinese: characters) of TEXT that are in a run of N which stood in it before.
double repeated_share(std::string_view text, size_t n) {
  std::vector<std::string_view> words = split_tokens(text);
  std::set<std::string> seen;
  std::vector<bool> repeated(words.size());
  for (size_t i = 0; i + n <= words.size(); ++i) {
    std::string run;
    for (size_t k = i; k < i + n; ++k) run.append(words[k]);
    if (!seen.insert(run).second) std::fill_n(repeated.begin() + static_cast<long>(i), n, true);
  }
  return static_cast<double>(std::count(repeated.begin(), repeated.end(), true)) /
         static_cast<double>(words.size());
}

TEST(WrittenAnswer, InOrderDoesNotRepeatItself) {
  for (const Language language : both_languages)
    for (uint64_t seed = 0; seed < 20; ++seed) {
      EXPECT_LT(repeated_share(text(brief(language, 500), seed), 8), 0.06);
      EXPECT_LT(repeated_share(text(brief(language, 2000), seed), 8), 0.1);
    }
}

TEST(WrittenAnswer, AtTheLimitEndsInTheMiddle) {
  for (const Language language : both_languages)
    for (uint64_t seed = 0; seed < 300; ++seed) {
      AnswerBrief asked = brief(language, static_cast<int64_t>(1 + seed));
      asked.at_limit = true;
      asked.flaws.markdown = seed % 2 == 0;
      if (seed % 3 == 0) asked.code = static_cast<CodeLanguage>(seed % 9);
      const std::string made = text(asked, seed);
      for (const char* end : {".", "。", "`", "}", ")", ";", "\n", "！", "!"})
        ASSERT_FALSE(made.ends_with(end)) << made;
      if (asked.code && seed > 30) {
        EXPECT_NE(made.find("```"), std::string::npos) << made;
        EXPECT_EQ(made.find("```"), made.rfind("```")) << "the fence is open: " << made;
      }
    }
}

TEST(WrittenAnswer, AtTheLimitCanEndWithinItsReasoning) {
  AnswerBrief asked = brief(Language::english, 0);
  asked.reasoning_tokens = 50;
  asked.at_limit = true;
  const WrittenAnswer made = answer(asked, 3);
  EXPECT_EQ(made.text, "");
  EXPECT_EQ(count_tokens(made.reasoning), 50);
  EXPECT_FALSE(made.reasoning.ends_with("."));
  asked.at_limit = false;
  EXPECT_TRUE(answer(asked, 3).reasoning.ends_with("."));
}

TEST(WrittenAnswer, CutShortIsTheBeginningOfALongerOne) {
  AnswerBrief longer = brief(Language::english, 300), shorter = brief(Language::english, 100);
  shorter.at_limit = true;
  EXPECT_TRUE(text(longer, 4).starts_with(text(shorter, 4)));
}

TEST(WrittenQuestion, HasItsTokensAndASecondScriptWhereAskedFor) {
  for (const Language language : both_languages)
    for (int64_t tokens = 1; tokens < 200; ++tokens)
      for (const bool second : {false, true}) {
        Random random(static_cast<uint64_t>(tokens));
        const std::string made = write_question(language, tokens, second, random);
        ASSERT_EQ(count_tokens(made), tokens) << made;
        if (!second || tokens > 8) {
          ASSERT_EQ(count_phrases(made, second_script_words(language)) > 0, second) << made;
        }
        ASSERT_TRUE(tokens < 10 || made.ends_with(language == Language::english ? "?" : "？")) << made;
      }
  for (const Phrase& word : second_script_words(Language::english).all())
    EXPECT_EQ(scripts_of(word.text), Scripts()) << "it is none of the strays'";
}

}  // namespace foreshock::enginesim::written_answer_test
