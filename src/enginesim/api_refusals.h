#pragma once
// How engines refuse a call, in OpenAI's and vLLM's words.
#include "enginesim/api_call.h"

namespace foreshock::enginesim {

ApiError no_such_model(std::string_view model);
ApiError queue_is_full(int64_t waiting);
// PROMPT tokens and the answer that CALL wants are more than CONTEXT.
ApiError context_too_long(const ApiCall& call, int64_t prompt, int64_t context);

}  // namespace foreshock::enginesim
