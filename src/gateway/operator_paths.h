#pragma once
// What engines offer to whoever operates them: not for clients of the gateway.
#include <string_view>

namespace foreshock::gateway {

// Whether some engine takes orders of operators at the path of TARGET, whatever its base, and no requests of
// users: /sleep, /slots/0, /reset_prefix_cache.
bool is_for_operators(std::string_view target);

}  // namespace foreshock::gateway
