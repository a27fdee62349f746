#include "core/observation.h"

namespace foreshock {
namespace observation_impl {

constexpr std::array<std::string_view, terminal_state_count> states = {
    "ok",      "ok_no_done",   "truncated", "inband_error", "finish_error", "malformed",
    "not_sse", "reset_reused", "timeout",   "cancelled",    "shed"};
constexpr std::array<std::string_view, 7> error_classes = {"none",    "client",    "gateway", "upstream",
                                                           "timeout", "cancelled", "model"};
constexpr std::array<std::string_view, 3> prefixes = {"unknown", "hit", "miss"};
constexpr std::array<std::string_view, 3> starts = {"unknown", "cold", "warm"};

}  // namespace observation_impl

std::string_view name_of(TerminalState state) {
  return observation_impl::states[static_cast<size_t>(state)];
}
std::string_view name_of(ErrorClass error_class) {
  return observation_impl::error_classes[static_cast<size_t>(error_class)];
}
std::string_view name_of(Prefix prefix) {
  return observation_impl::prefixes[static_cast<size_t>(prefix)];
}
std::string_view name_of(Start start) {
  return observation_impl::starts[static_cast<size_t>(start)];
}

std::optional<TerminalState> parse_terminal_state(std::string_view name) {
  for (size_t i = 0; i < observation_impl::states.size(); ++i)
    if (observation_impl::states[i] == name) return static_cast<TerminalState>(i);
  return std::nullopt;
}

ErrorClass error_class_of(const Observation& observation) {
  switch (observation.state) {
    case TerminalState::cancelled:
      return ErrorClass::cancelled;
    case TerminalState::timeout:
      return ErrorClass::timeout;
    case TerminalState::shed:
      return ErrorClass::gateway;
    default:
      break;
  }
  if (observation.status == 500 && observation.status_is_ours) return ErrorClass::gateway;
  if (observation.status >= 500 || observation.status == 429) return ErrorClass::upstream;
  if (observation.status >= 400) return ErrorClass::client;
  switch (observation.state) {
    case TerminalState::truncated:
    case TerminalState::not_sse:
    case TerminalState::reset_reused:
      return ErrorClass::upstream;
    case TerminalState::inband_error:
    case TerminalState::finish_error:
    case TerminalState::malformed:
      return ErrorClass::model;
    default:
      break;
  }
  const bool spent_on_nothing = observation.token_events == 0 && observation.tokens.output.value_or(0) > 0;
  return spent_on_nothing ? ErrorClass::model : ErrorClass::none;
}

std::string_view prompt_band(std::optional<int64_t> prompt_tokens) {
  if (!prompt_tokens) return "unknown";
  if (*prompt_tokens < 1'000) return "<1k";
  if (*prompt_tokens < 4'000) return "1-4k";
  if (*prompt_tokens < 16'000) return "4-16k";
  if (*prompt_tokens < 64'000) return "16-64k";
  return ">64k";
}

}  // namespace foreshock
