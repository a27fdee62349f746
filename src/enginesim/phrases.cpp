#include "enginesim/phrases.h"

#include <algorithm>

#include "enginesim/tokens.h"

namespace foreshock::enginesim {

Phrases::Phrases(std::span<const std::string_view> texts) {
  for (const std::string_view text : texts) phrases_.push_back({text, count_tokens(text)});
  std::stable_sort(phrases_.begin(), phrases_.end(),
                   [](const Phrase& a, const Phrase& b) { return a.tokens < b.tokens; });
  up_to_.resize(static_cast<size_t>(phrases_.back().tokens) + 1);
  for (const Phrase& phrase : phrases_)
    for (size_t n = static_cast<size_t>(phrase.tokens); n < up_to_.size(); ++n) ++up_to_[n];
}

size_t Phrases::count_up_to(int64_t tokens) const {
  if (tokens < 0) return 0;
  return up_to_[std::min(static_cast<size_t>(tokens), up_to_.size() - 1)];
}

const Phrase* Phrases::draw_between(int64_t above, int64_t most, Random& random) const {
  const size_t first = count_up_to(above), end = count_up_to(most);
  return first < end ? &phrases_[first + random.below(end - first)] : nullptr;
}

}  // namespace foreshock::enginesim
