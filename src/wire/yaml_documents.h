#pragma once
// The documents of a YAML text, as its parser meets them.
#include <optional>
#include <string_view>

#include "wire/yaml_text.h"

namespace foreshock::wire {

// Where the parser stands still and would give empty documents without end: at an indicator that begins
// nothing, as a comma at the start. Throws what yaml-cpp throws.
std::optional<TextPlace> endless_documents(std::string_view text);

}  // namespace foreshock::wire
