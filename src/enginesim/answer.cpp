#include "enginesim/answer.h"

#include <algorithm>

#include "enginesim/json_answer.h"
#include "enginesim/prose.h"

namespace foreshock::enginesim {
namespace answer_impl {

constexpr double length_log_sd = 0.5;
constexpr int64_t shortest_answer = 4;
constexpr double tool_share = 0.5;  // of the questions that do not speak of tools

uint64_t seed_of(const Prompt& prompt, const Wish& wish, uint64_t otherwise) {
  if (wish.greedy) return prompt.chain.state();
  return mixed(prompt.chain.state(), wish.seed.value_or(otherwise));
}

void append(Answer& answer, Channel channel, std::string_view text) {
  for (const std::string_view token : split_tokens(text))
    answer.pieces.push_back({channel, std::string(token)});
}

bool calls_a_tool(const Prompt& prompt, const Wish& wish, Random& random) {
  if (wish.tools.empty() || wish.tool_choice == ToolChoice::none) return false;
  return wish.tool_choice == ToolChoice::required || prompt.asks_for_tool || random.chance(tool_share);
}

void append_tool_call(Answer& answer, const Wish& wish, Random& random) {
  const Tool& tool = wish.tools[random.below(wish.tools.size())];
  answer.pieces.push_back({Channel::tool_name, tool.name});
  append(answer, Channel::tool_arguments, write_json(tool.schema, random));
  answer.finish = FinishReason::tool_calls;
}

std::string write_text(const Prompt& prompt, const Wish& wish, int64_t typical_tokens, Random& random) {
  if (wish.json) return write_json(*wish.json, random);
  const double drawn = random.log_normal(static_cast<double>(typical_tokens), length_log_sd);
  const int64_t length = wish.length.value_or(std::max(static_cast<int64_t>(drawn), shortest_answer));
  if (prompt.code) return write_code_answer(*prompt.code, prompt.language, length, random);
  return write_prose(prompt.language, length, random);
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
  Answer answer;
  if (wish.reasoning_tokens > 0)
    append(answer, Channel::reasoning, write_prose(prompt.language, wish.reasoning_tokens, random));
  if (calls_a_tool(prompt, wish, random))
    append_tool_call(answer, wish, random);
  else
    append(answer, Channel::text, write_text(prompt, wish, typical_tokens, random));
  cut_at_limit(answer, wish.max_tokens);
  cut_at_stop(answer, wish.stop);
  if (answer.pieces.empty()) answer.pieces.emplace_back();
  return answer;
}

}  // namespace foreshock::enginesim
