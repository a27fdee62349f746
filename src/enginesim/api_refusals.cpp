#include "enginesim/api_refusals.h"

#include <fmt/format.h>

namespace foreshock::enginesim {

ApiError no_such_model(std::string_view model) {
  return ApiError{404, fmt::format("The model `{}` does not exist or you do not have access to it.", model),
                  "", "model_not_found"};
}

ApiError queue_is_full(int64_t waiting) {
  return {429, fmt::format("The engine is overloaded: {} requests wait already. Try again later.", waiting),
          "", "rate_limit_exceeded"};
}

ApiError context_too_long(const ApiCall& call, int64_t prompt, int64_t context) {
  const int64_t answer = call.choices.front().wish.max_tokens.value_or(1);
  return {
      400,
      fmt::format("This model's maximum context length is {} tokens. However, you requested {} tokens ({} "
                  "in the prompt, {} in the completion). Please reduce the length of either one.",
                  context, prompt + answer, prompt, answer),
      call.endpoint == Endpoint::chat ? "messages" : "prompt", "context_length_exceeded"};
}

}  // namespace foreshock::enginesim
