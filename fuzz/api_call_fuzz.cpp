// Calls of the simulated engine: requests within bounds, or an error of the API; its tokens join to the text.
#include "enginesim/api_call.h"
#include "enginesim/tokens.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const auto endpoint = input.choice(2) == 0 ? enginesim::Endpoint::chat : enginesim::Endpoint::completions;
  const auto call = enginesim::read_call(endpoint, input.rest(), {"sim", true});
  if (call) {
    FORESHOCK_MUST(!call->choices.empty() && call->answers_per_prompt > 0);
    FORESHOCK_MUST(call->choices.size() % static_cast<size_t>(call->answers_per_prompt) == 0);
  }
  std::string joined;
  for (const std::string_view token : enginesim::split_tokens(input.rest())) {
    FORESHOCK_MUST(!token.empty());
    joined += token;
  }
  FORESHOCK_MUST(joined == input.rest());
  const std::string_view first = enginesim::first_tokens(input.rest(), 3);
  FORESHOCK_MUST(enginesim::count_tokens(first) ==
                 std::min<int64_t>(3, enginesim::count_tokens(input.rest())));
  return 0;
}
