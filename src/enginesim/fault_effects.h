#pragma once
// What faults make of the numbers of a request: the same for a story and for a server without one.
#include "enginesim/request_faults.h"
#include "enginesim/virtual_request.h"

namespace foreshock::enginesim {

// What an answer without a limit comes to: its client has left before.
constexpr int64_t tokens_without_limit = 32768;

// At least one token; TOKENS itself for factor 1.
int64_t scaled(int64_t tokens, double factor);
// Nothing of a prompt that has lost its front is cached.
void forget_prefix(VirtualRequest& request);
// Counts the prompt as the tokenizer does now and cuts its front; returns whether it did.
bool count_prompt(const PromptFaults& faults, VirtualRequest& request);
// REASONING is that of the healthy answer; returns the tokens that are counted for what is left of it.
int64_t counted_reasoning(const AnswerFaults& answer, int64_t reasoning);
// Ends the answer where it breaks; returns the reasoning tokens of what came until then.
int64_t break_off(const AnswerFaults& answer, int64_t reasoning, VirtualRequest& request);
// SPECULATES: the engine drafts; the drafts of a loop are all accepted.
void set_times(const TimingFaults& faults, bool speculates, bool loops, VirtualRequest& request);

}  // namespace foreshock::enginesim
