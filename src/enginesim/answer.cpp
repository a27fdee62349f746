#include "enginesim/answer.h"

#include <algorithm>

#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace answer_impl {

constexpr double length_log_sd = 0.5;
constexpr int64_t shortest_answer = 4;
constexpr double tool_share = 0.5;  // of the questions that do not speak of tools

uint64_t seed_of(const Prompt& prompt, const Wish& wish, uint64_t otherwise) {
  if (wish.greedy && !wish.flaws.variation) return prompt.chain.state();
  return mixed(prompt.chain.state(), wish.seed.value_or(otherwise));
}

void append(Answer& answer, Channel channel, std::string_view text) {
  for (const std::string_view token : split_tokens(text))
    answer.pieces.push_back({channel, std::string(token)});
}

bool calls_a_tool(const Prompt& prompt, const Wish& wish, Random& random) {
  if (wish.tools.empty() || wish.tool_choice == ToolChoice::none || wish.flaws.empty) return false;
  return wish.tool_choice == ToolChoice::required || prompt.asks_for_tool || random.chance(tool_share);
}

// Of the text; an answer that has lost itself goes on to the limit.
int64_t text_tokens(const Wish& wish, int64_t typical_tokens, Random& random) {
  const double drawn = random.log_normal(static_cast<double>(typical_tokens), length_log_sd);
  const int64_t length = wish.length.value_or(std::max(static_cast<int64_t>(drawn), shortest_answer));
  const bool has_no_end = wish.flaws.loop || wish.flaws.bang || wish.flaws.garbage;
  return has_no_end && wish.max_tokens ? *wish.max_tokens - wish.reasoning_tokens : length;
}

AnswerBrief brief_of(const Prompt& prompt, const Wish& wish, int64_t typical_tokens, Random& random) {
  AnswerBrief brief;
  brief.language = prompt.language;
  brief.prompt_scripts = prompt.scripts;
  brief.reasoning_tokens = wish.reasoning_tokens;
  brief.flaws = wish.flaws;
  if (calls_a_tool(prompt, wish, random)) {
    brief.call = &wish.tools[random.below(wish.tools.size())];
    return brief;
  }
  brief.code = prompt.code;
  brief.json = wish.json;
  brief.text_tokens = text_tokens(wish, typical_tokens, random);
  return brief;
}

Answer in_pieces(const AnswerBrief& brief, const WrittenAnswer& written) {
  Answer answer;
  append(answer, Channel::reasoning, written.reasoning);
  if (brief.call) {
    answer.pieces.push_back({Channel::tool_name, brief.call->name});
    append(answer, Channel::tool_arguments, written.tool_arguments);
    answer.finish = FinishReason::tool_calls;
  } else if (brief.flaws.empty) {
    answer.pieces.resize(answer.pieces.size() + static_cast<size_t>(brief.text_tokens));
  } else {
    append(answer, Channel::text, written.text);
  }
  return answer;
}

void cut_at_limit(Answer& answer, std::optional<int64_t> limit) {
  if (!limit || static_cast<int64_t>(answer.pieces.size()) < *limit) return;
  answer.pieces.resize(static_cast<size_t>(*limit));
  answer.finish = FinishReason::length;
}

// Where the first of the stop texts begins in TEXT.
size_t find_stop(const std::string& text, const std::vector<std::string>& stops) {
  size_t first = std::string::npos;
  for (const std::string& stop : stops)
    if (!stop.empty()) first = std::min(first, text.find(stop));
  return first;
}

void cut_at_stop(Answer& answer, const std::vector<std::string>& stops) {
  if (stops.empty()) return;
  std::string text;
  for (const Piece& piece : answer.pieces)
    if (piece.channel == Channel::text) text += piece.text;
  size_t left = find_stop(text, stops);
  if (left == std::string::npos) return;
  for (auto piece = answer.pieces.begin(); piece != answer.pieces.end(); ++piece) {
    if (piece->channel != Channel::text) continue;
    if (left == 0) {
      answer.pieces.erase(piece, answer.pieces.end());
      break;
    }
    piece->text.resize(std::min(piece->text.size(), left));
    left -= piece->text.size();
  }
  answer.finish = FinishReason::stop;
}

}  // namespace answer_impl

Answer compose(const Prompt& prompt, const Wish& wish, int64_t typical_tokens, uint64_t seed) {
  using namespace answer_impl;
  Random random(seed_of(prompt, wish, seed));
  const AnswerBrief brief = brief_of(prompt, wish, typical_tokens, random);
  Answer answer = in_pieces(brief, write_answer(brief, random));
  cut_at_limit(answer, wish.max_tokens);
  cut_at_stop(answer, wish.stop);
  if (answer.pieces.empty()) answer.pieces.emplace_back();
  return answer;
}

}  // namespace foreshock::enginesim
