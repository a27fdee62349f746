#pragma once
// How long a model may be silent.
#include <string_view>

#include "gateway/options.h"

namespace foreshock::gateway {

struct Patience {
  Duration first_byte, idle;
};

// As the first of OPTIONS.models says that matches MODEL; what it leaves open, and without one, as the
// timeouts say.
Patience patience_with(std::string_view model, const GatewayOptions& options);

}  // namespace foreshock::gateway
