#include "enginesim/prose.h"

#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace prose_impl {

constexpr int64_t shortest_sentence = 5;
constexpr double place_share = 0.5;
constexpr double compound_share = 0.3;

class Writer {
 public:
  Writer(Language language, Random& random) : words_(vocabulary(language)), random_(random) {}

  // The next phrase, of at most MOST tokens.
  void add(int64_t most) {
    switch (next_) {
      case Part::subject:
        return phrase(words_.subjects, Part::verb, most);
      case Part::verb:
        return phrase(words_.verbs, Part::object, most);
      case Part::object:
        return phrase(words_.objects, random_.chance(place_share) ? Part::place : Part::end, most);
      case Part::place:
        return phrase(words_.places, Part::end, most);
      case Part::end:
        if (most <= shortest_sentence) return phrase(words_.places, Part::end, most);
        if (!random_.chance(compound_share)) return full_stop();
        return phrase(words_.connectors, Part::subject, most);
    }
  }
  void full_stop() {
    text_ += words_.period;
    ++tokens_;
    starts_sentence_ = true;
    next_ = Part::subject;
  }
  int64_t tokens() const { return tokens_; }
  std::string text() && { return std::move(text_); }

 private:
  enum class Part : uint8_t { subject, verb, object, place, end };

  void phrase(std::span<const std::string_view> choices, Part next, int64_t most) {
    std::string_view chosen = random_.pick(choices);
    if (count_tokens(chosen) > most) chosen = random_.pick(words_.fillers);
    if (!text_.empty()) text_ += words_.space;
    const size_t begin = text_.size();
    text_ += chosen;
    if (starts_sentence_ && text_[begin] >= 'a' && text_[begin] <= 'z') text_[begin] -= 'a' - 'A';
    starts_sentence_ = false;
    tokens_ += count_tokens(chosen);
    next_ = next;
  }

  const Vocabulary& words_;
  Random& random_;
  std::string text_;
  int64_t tokens_ = 0;
  Part next_ = Part::subject;
  bool starts_sentence_ = true;
};

}  // namespace prose_impl

std::string write_prose(Language language, int64_t tokens, Random& random) {
  prose_impl::Writer writer(language, random);
  while (tokens - writer.tokens() > 1) writer.add(tokens - writer.tokens() - 1);
  writer.full_stop();
  return std::move(writer).text();
}

}  // namespace foreshock::enginesim
