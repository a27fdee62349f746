#include "enginesim/degenerate_text.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace degenerate_text_impl {

constexpr auto bangs = std::to_array<std::string_view>({"!", "!", "?", "#"});

struct Range {
  uint32_t first, count;
  bool is_letter;  // joins its neighbours to a token
};
constexpr auto scripts = std::to_array<Range>({{'a', 26, true},
                                               {'A', 26, true},
                                               {0xc0, 23, true},   // Latin with accents
                                               {0x3b1, 17, true},  // Greek
                                               {0x430, 32, true},  // Cyrillic
                                               {0x5d0, 27, true},  // Hebrew
                                               {0x627, 20, true},  // Arabic
                                               {0x905, 48, true},  // Devanagari
                                               {0xe01, 46, true},  // Thai
                                               {0xfffd, 1, true},  // of broken bytes
                                               {0x4e00, 20000, false},
                                               {0x3042, 80, false},  // Kana
                                               {0xac00, 11000, false},
                                               {0x2190, 100, false},
                                               {'#', 5, false},
                                               {'<', 5, false}});
constexpr uint64_t longest_fragment = 5;
constexpr int64_t least_before_loop = loop_tokens + 16;  // a choice of where the first round ends
constexpr double most_before_loop = 0.6;                 // of the answer
constexpr int64_t rounds = 3;

void append_utf8(std::string& out, uint32_t code_point) {
  const auto byte = [&](uint32_t value) { out += static_cast<char>(value); };
  const auto rest = [&](int shift) { byte(0x80 | (code_point >> shift & 0x3f)); };
  if (code_point < 0x80) return byte(code_point);
  if (code_point < 0x800) {
    byte(0xc0 | code_point >> 6);
    return rest(0);
  }
  byte(0xe0 | code_point >> 12);
  rest(6);
  rest(0);
}

// Whether TAIL, of so many TOKENS, is the same tokens in each of its rounds.
bool repeats_evenly(std::string_view tail, int64_t tokens) {
  return first_tokens(std::string(tail).append(tail), tokens) == tail;
}

size_t bytes_of(std::span<const std::string_view> tokens) {
  size_t bytes = 0;
  for (const std::string_view token : tokens) bytes += token.size();
  return bytes;
}

}  // namespace degenerate_text_impl

std::string write_bang(int64_t tokens, Random& random) {
  const std::span<const std::string_view> bangs = degenerate_text_impl::bangs;
  return std::string(static_cast<size_t>(tokens), random.pick(bangs).front());
}

std::string write_garbage(int64_t tokens, Random& random) {
  using namespace degenerate_text_impl;
  const std::span<const Range> ranges = scripts;
  std::string text;
  bool after_letter = false;
  for (int64_t i = 0; i < tokens; ++i) {
    const Range& range = random.pick(ranges);
    if (range.is_letter && after_letter) text += ' ';
    const uint64_t characters = range.is_letter ? 1 + random.below(longest_fragment) : 1;
    for (uint64_t k = 0; k < characters; ++k)
      append_utf8(text, range.first + static_cast<uint32_t>(random.below(range.count)));
    after_letter = range.is_letter;
  }
  return text;
}

int64_t draw_loop_begin(int64_t tokens, Random& random) {
  using namespace degenerate_text_impl;
  const auto drawn = static_cast<int64_t>(most_before_loop * random.uniform() * static_cast<double>(tokens));
  return std::min(tokens, std::max(least_before_loop, std::min(drawn, tokens - (rounds - 1) * loop_tokens)));
}

std::string loop_from(std::string beginning, int64_t tokens) {
  using namespace degenerate_text_impl;
  std::vector<std::string_view> parts = split_tokens(beginning);
  const size_t period = std::min(parts.size(), static_cast<size_t>(loop_tokens));
  std::string_view tail;
  while (true) {
    const std::span<const std::string_view> last = std::span(parts).last(period);
    tail = std::string_view(last.front().data(), bytes_of(last));
    if (repeats_evenly(tail, static_cast<int64_t>(period)) || parts.size() == period) break;
    parts.pop_back();
  }
  std::string text(beginning.data(), bytes_of(parts));
  text.reserve(text.size() + tail.size() * (static_cast<size_t>(tokens) / period + 1));
  for (auto made = static_cast<int64_t>(parts.size()); made < tokens; made += static_cast<int64_t>(period))
    text += tail;
  while (count_tokens(text) < tokens) text += tail;
  return std::string(first_tokens(text, tokens));
}

}  // namespace foreshock::enginesim
