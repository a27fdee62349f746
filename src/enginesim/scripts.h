#pragma once
// Writing systems, as far as words that do not belong are told by them.
#include <bitset>
#include <cstdint>
#include <string_view>

namespace foreshock::enginesim {

enum class Script : uint8_t { latin, han, cyrillic, thai };
inline constexpr size_t script_count = 4;
using Scripts = std::bitset<script_count>;  // by Script

// Which of them UTF-8 TEXT has a letter of.
Scripts scripts_of(std::string_view text);

}  // namespace foreshock::enginesim
