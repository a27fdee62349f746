#pragma once
// A request of OpenAI's chat or completions API, read and checked.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "enginesim/api_error.h"
#include "enginesim/request.h"

namespace foreshock::enginesim {

enum class Endpoint : uint8_t { chat, completions };

// By what a turn of a chat shows which chat it belongs to; zeros for completions.
struct Opening {
  uint64_t session = 0;  // of the system message and the first one of the user
  uint64_t system = 0;   // of the system message; 0: none
  int64_t system_tokens = 0;
  int64_t question_tokens = 0;  // of the last message of the user
};

struct ApiCall {
  Endpoint endpoint = Endpoint::chat;
  std::string model;  // as the client named it
  bool stream = false;
  bool include_usage = false;
  int64_t answers_per_prompt = 1;
  std::vector<Request> choices;  // answers_per_prompt for each prompt, in order
  Opening opening;
};

// The model that an engine has.
struct ServedModel {
  std::string_view name;
  bool any_name = false;  // calls may name it as they like
};

// None for what is not a call.
std::optional<Endpoint> endpoint_of(std::string_view method, std::string_view path);

// SERVED is meant where BODY names no model. Errors: 400; 404 for a model that is not served.
ApiResult<ApiCall> read_call(Endpoint endpoint, std::string_view body, const ServedModel& served);

}  // namespace foreshock::enginesim
