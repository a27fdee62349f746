#pragma once
// Which backend takes a request.
#include <span>

#include "gateway/backend.h"

namespace foreshock::gateway {

struct Choice {
  std::span<Backend* const> tried;  // left out
  Backend* wanted = nullptr;        // where the context of the session lies
  size_t turn = 0;                  // of the choices that a worker makes
  Instant now;
};

// The wanted one, if it has a weight and is not avoided; else, of those, the one with the fewest requests in
// flight where all weights are the same (from TURN on round), and where they are not one by its weight. When
// all are avoided none is: a wrong guess must not become an outage. A backend without weight is the last
// resort. nullptr when all were tried.
Backend* choose_backend(const Backends& backends, const Choice& choice);

}  // namespace foreshock::gateway
