#pragma once
// What an engine tells of itself at /props, as llama.cpp's server does.
#include <cstdint>
#include <optional>
#include <string_view>

namespace foreshock::wire {

struct EngineProps {
  std::optional<int64_t> context_window;  // tokens of prompt and answer together, of one request
  std::optional<bool> asleep;             // its model is unloaded until the next request
};

// What JSON does not tell is absent.
EngineProps read_engine_props(std::string_view json);

}  // namespace foreshock::wire
