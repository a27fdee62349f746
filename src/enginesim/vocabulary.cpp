#include "enginesim/vocabulary.h"

#include <array>

namespace foreshock::enginesim {
namespace vocabulary_impl {

constexpr auto cities = std::to_array<std::string_view>(
    {"Paris", "London", "Berlin", "Tokyo", "Beijing", "Shanghai", "New York", "Madrid", "Oslo", "Cairo"});

// Chinese goes without a determiner where it can, English never does.
constexpr double chinese_determiner_share = 0.4;

Vocabulary counted(const Words& words, bool is_chinese) {
  Vocabulary made = {Phrases(words.determiners),
                     Phrases(words.adjectives),
                     Phrases(words.nouns),
                     Phrases(words.verbs),
                     Phrases(words.places),
                     Phrases(words.connectors),
                     Phrases(words.openers),
                     Phrases(words.closers),
                     Phrases(words.replies),
                     1,
                     " ",
                     ".",
                     "?",
                     0,
                     0,
                     0};
  made.shortest_noun_phrase = made.nouns.shortest();
  if (is_chinese) {
    made.determiner_share = chinese_determiner_share;
    made.space = "";
    made.period = "。";
    made.question_mark = "？";
  } else {
    made.shortest_noun_phrase += made.determiners.shortest();
  }
  made.shortest_clause = 2 * made.shortest_noun_phrase + made.verbs.shortest();
  made.shortest_sentence = made.shortest_clause + 1;
  return made;
}

}  // namespace vocabulary_impl

const Vocabulary& vocabulary(Language language) {
  static const Vocabulary english = vocabulary_impl::counted(english_words, false);
  static const Vocabulary chinese = vocabulary_impl::counted(chinese_words, true);
  return language == Language::chinese ? chinese : english;
}

std::span<const std::string_view> city_names() {
  return vocabulary_impl::cities;
}

}  // namespace foreshock::enginesim
