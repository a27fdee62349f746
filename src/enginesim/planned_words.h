#pragma once
// The words of a planned answer, spread over the tokens that are counted for it.
#include "enginesim/answer_parts.h"
#include "enginesim/answer_plan.h"

namespace foreshock::enginesim {

class PlannedWords {
 public:
  // What CHOICE asks for as PLAN has it, drawn from SEED where the client asks for no words of its own.
  PlannedWords(const AnswerPlan& plan, const Request& choice, uint64_t seed);

  // What the tokens from FIRST, the one after the first 0, up to END hold; each is asked for once, in order.
  AnswerParts parts(int64_t first, int64_t end);
  FinishReason finish() const { return finish_; }

 private:
  void append(Channel channel, std::string_view text);
  // How many pieces belong to the first TOKENS.
  size_t due(int64_t tokens) const;
  Oddity oddity_of(size_t piece) const;

  std::vector<Piece> pieces_;
  size_t reasoning_pieces_ = 0;
  int64_t tokens_, reasoning_tokens_;
  FinishReason finish_ = FinishReason::stop;
  std::optional<int64_t> top_logprobs_;
  double added_entropy_;
  std::optional<size_t> top_dropped_at_;  // piece
  Language language_;
  Random random_;
};

}  // namespace foreshock::enginesim
