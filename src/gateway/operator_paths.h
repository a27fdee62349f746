#pragma once
// What engines offer to whoever operates them: not for clients of the gateway.
#include <string_view>

namespace foreshock::gateway {

// Whether some engine takes orders of operators at the path of TARGET, whatever its base and however it is
// written, and no requests of users: /sleep, /slots/0, /%73leep. To look is no order where an engine only
// shows something then; some take orders by GET.
bool is_for_operators(std::string_view method, std::string_view target);

}  // namespace foreshock::gateway
