#pragma once
#include <string_view>

namespace foreshock::cli {

// Of CMake's project().
inline constexpr std::string_view version = FORESHOCK_VERSION;

}  // namespace foreshock::cli
