#pragma once
// Which backend takes a request.
#include "gateway/balance.h"

namespace foreshock::gateway {

struct Chosen {
  Backend* backend = nullptr;
  bool full = false;  // there are some, but none has room
};

// The wanted one, if it is a candidate and not over its load cap, else the one that the policy picks. No
// backend when all were tried.
Chosen choose_backend(const Backends& backends, const BalanceOptions& options, const Choice& choice);

}  // namespace foreshock::gateway
