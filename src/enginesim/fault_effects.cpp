#include "enginesim/fault_effects.h"

#include <algorithm>
#include <cmath>

namespace foreshock::enginesim {

int64_t scaled(int64_t tokens, double factor) {
  return factor == 1 ? tokens : std::max<int64_t>(1, std::llround(static_cast<double>(tokens) * factor));
}

void forget_prefix(VirtualRequest& request) {
  request.reusable_tokens = request.shared_tokens = 0;
  request.shared_prefix = 0;
}

bool count_prompt(const PromptFaults& faults, VirtualRequest& request) {
  request.prompt_tokens = scaled(request.prompt_tokens, faults.tokens_per_char);
  request.reusable_tokens = std::min(request.prompt_tokens, request.reusable_tokens);
  if (static_cast<double>(request.prompt_tokens) <= faults.front_cut) return false;
  request.prompt_tokens = static_cast<int64_t>(faults.front_cut);
  forget_prefix(request);
  return true;
}

int64_t counted_reasoning(const AnswerFaults& answer, int64_t reasoning) {
  if (reasoning == 0 || answer.reasoning == 0) return 0;
  return scaled(reasoning, answer.reasoning * answer.tokens_per_char);
}

int64_t break_off(const AnswerFaults& answer, int64_t reasoning, VirtualRequest& request) {
  if (answer.in_band || answer.cut) request.output_tokens = scaled(request.output_tokens, answer.broken_at);
  return std::min(reasoning, request.output_tokens);
}

void set_times(const TimingFaults& faults, bool speculates, bool loops, VirtualRequest& request) {
  request.prefix_hit = faults.prefix_hit;
  request.first_token_factor = faults.first_token_factor;
  request.inter_token_factor = faults.inter_token_factor;
  request.first_token_add = faults.first_token_add;
  if (speculates) request.acceptance = loops ? 1 : faults.acceptance;
}

}  // namespace foreshock::enginesim
