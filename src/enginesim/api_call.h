#pragma once
// A request of OpenAI's chat or completions API, read and checked.
#include <string>
#include <string_view>
#include <vector>

#include "enginesim/api_error.h"
#include "enginesim/request.h"

namespace foreshock::enginesim {

enum class Endpoint : uint8_t { chat, completions };

struct ApiCall {
  Endpoint endpoint = Endpoint::chat;
  std::string model;  // as the client named it
  bool stream = false;
  bool include_usage = false;
  int64_t answers_per_prompt = 1;
  std::vector<Request> choices;  // answers_per_prompt for each prompt, in order
};

ApiError no_such_model(std::string_view model);

// DEFAULT_MODEL is used where BODY names none. Errors: 400; 404 for the model "does-not-exist".
ApiResult<ApiCall> read_call(Endpoint endpoint, std::string_view body, std::string_view default_model);

}  // namespace foreshock::enginesim
