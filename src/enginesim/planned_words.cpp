#include "enginesim/planned_words.h"

#include <algorithm>
#include <cmath>

namespace foreshock::enginesim {
namespace planned_words_impl {

uint64_t seed_of(const AnswerPlan& plan, const Request& choice, uint64_t otherwise) {
  const uint64_t prompt = choice.prompt.chain.state();
  if (choice.wish.greedy && !plan.answer.flaws.variation) return prompt;
  return mixed(prompt, choice.wish.seed.value_or(otherwise));
}

// Of the tokenizer that writes them, where another rate of tokens is counted.
int64_t written_tokens(int64_t counted, double tokens_per_char) {
  if (counted <= 0) return 0;
  return std::max<int64_t>(1, std::llround(static_cast<double>(counted) / tokens_per_char));
}

AnswerBrief brief_of(const AnswerPlan& plan, const Request& choice, Random& random) {
  const Wish& wish = choice.wish;
  const AnswerFaults& answer = plan.answer;
  AnswerBrief brief;
  brief.language = choice.prompt.language;
  brief.prompt_scripts = choice.prompt.scripts;
  brief.code = choice.prompt.code;
  brief.json = wish.json;
  brief.reasoning_tokens = written_tokens(plan.reasoning_tokens, answer.tokens_per_char);
  brief.text_tokens =
      written_tokens(plan.request.output_tokens - plan.reasoning_tokens, answer.tokens_per_char);
  brief.at_limit = answer.at_limit || answer.in_band || answer.cut;
  brief.flaws = answer.flaws;
  brief.says = plan.says;
  const bool calls = plan.tool_due && !answer.call_missing && !answer.flaws.empty && !wish.tools.empty();
  if (calls) brief.call = &wish.tools[random.below(wish.tools.size())];
  return brief;
}

// Of COUNT pieces, those that the first TOKENS of ALL hold: the first token holds the first one.
size_t share(size_t count, int64_t tokens, int64_t all) {
  if (tokens >= all) return count;
  if (tokens <= 0) return 0;
  const auto pieces = static_cast<int64_t>(count);
  return static_cast<size_t>((pieces * tokens + all - 1) / all);
}

}  // namespace planned_words_impl

PlannedWords::PlannedWords(const AnswerPlan& plan, const Request& choice, uint64_t seed)
    : tokens_(plan.request.output_tokens),
      reasoning_tokens_(plan.reasoning_tokens),
      top_logprobs_(choice.wish.top_logprobs),
      added_entropy_(plan.answer.entropy),
      language_(choice.prompt.language),
      random_(planned_words_impl::seed_of(plan, choice, seed)) {
  const AnswerBrief brief = planned_words_impl::brief_of(plan, choice, random_);
  const WrittenAnswer written = write_answer(brief, random_);
  append(Channel::reasoning, written.reasoning);
  reasoning_pieces_ = pieces_.size();
  if (brief.call) {
    pieces_.push_back({Channel::tool_name, brief.call->name});
    append(Channel::tool_arguments, written.tool_arguments);
    finish_ = FinishReason::tool_calls;
  } else {
    append(Channel::text, written.text);
  }
  if (plan.answer.at_limit) finish_ = FinishReason::length;
  const size_t text_pieces = pieces_.size() - reasoning_pieces_;
  if (plan.answer.top_dropped && text_pieces > 0)
    top_dropped_at_ = reasoning_pieces_ + random_.below(text_pieces);
}

// The first token of the text is the one whose entropy a fault raises.
Oddity PlannedWords::oddity_of(size_t piece) const {
  return {.added_entropy = piece == reasoning_pieces_ ? added_entropy_ : 0,
          .top_dropped = piece == top_dropped_at_};
}

AnswerParts PlannedWords::parts(int64_t first, int64_t end) {
  AnswerParts parts;
  for (size_t i = due(first); i < due(end); ++i) {
    Emission token;
    token.piece = std::move(pieces_[i]);
    if (top_logprobs_ && token.piece.channel == Channel::text)
      token.logprobs = draw_logprobs(token.piece.text, *top_logprobs_, language_, random_, oddity_of(i));
    parts.add(std::move(token));
  }
  return parts;
}

void PlannedWords::append(Channel channel, std::string_view text) {
  for (const std::string_view token : split_tokens(text)) pieces_.push_back({channel, std::string(token)});
}

size_t PlannedWords::due(int64_t tokens) const {
  using planned_words_impl::share;
  const size_t others = pieces_.size() - reasoning_pieces_;
  const int64_t after = tokens - reasoning_tokens_, all_after = tokens_ - reasoning_tokens_;
  if (after <= 0 && tokens < tokens_) return share(reasoning_pieces_, tokens, reasoning_tokens_);
  return reasoning_pieces_ + share(others, after, all_after);
}

}  // namespace foreshock::enginesim
