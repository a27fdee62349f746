#pragma once
// Changes to JSON that leave all other bytes as they are.
#include <optional>
#include <string>
#include <string_view>

namespace foreshock::wire {

// OBJECT, which is valid JSON, with its member KEY as VALUE, which is JSON too: replaced wherever it stands
// at the top, else added as the last member (a KEY that stands there written with escapes is not found, and
// readers take the last one). One pass. Nothing when OBJECT is no object.
std::optional<std::string> with_member(std::string_view object, std::string_view key, std::string_view value);

}  // namespace foreshock::wire
