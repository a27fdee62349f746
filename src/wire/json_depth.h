#pragma once
// How deeply JSON is nested, before a reader that goes down by calls is let at it.
#include <string_view>

namespace foreshock::wire {

inline constexpr int deepest_json = 500;  // levels: calls need about half a kilobyte of stack each

// Whether JSON, valid or not, opens more than deepest_json levels at once. One pass.
bool is_too_deep(std::string_view json);

}  // namespace foreshock::wire
