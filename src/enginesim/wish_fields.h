#pragma once
// What a client may ask of an answer: sampling, limits, form and tools.
#include "enginesim/answer.h"
#include "enginesim/request_fields.h"

namespace foreshock::enginesim {

// Reads max_tokens, max_completion_tokens, ignore_eos, stop, temperature and seed.
Wish read_common_wish(RequestFields& fields);
// Reads logprobs, top_logprobs, response_format, reasoning_effort, tools and tool_choice besides.
Wish read_chat_wish(RequestFields& fields);
// Reads logprobs besides; max_tokens is 16 by default.
Wish read_completion_wish(RequestFields& fields);

}  // namespace foreshock::enginesim
