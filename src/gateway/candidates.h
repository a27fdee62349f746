#pragma once
// Which backends may take a request now.
#include <optional>
#include <span>
#include <vector>

#include "gateway/backend.h"
#include "gateway/balance_options.h"

namespace foreshock::gateway {

// A request that has to go somewhere.
struct Choice {
  std::span<Backend* const> tried;  // left out
  Backend* wanted = nullptr;        // where the context of the session lies
  std::optional<uint64_t> prefix;   // keyed hash of how the prompt begins
  size_t turn = 0;                  // of the choices that a worker makes
  uint64_t seed = 0;                // of that worker
  Instant now;
};

struct Candidates {
  std::vector<Backend*> backends;  // in the order of the table
  bool full = false;               // there are some, but none has room
};

// Those that are well, have a weight and were not tried; where there are none, first those that are thought
// unwell count too (also where that is thought of more than OPTIONS.panic allows), then those that were just
// refused, then those without weight and those that are drained: a wrong guess must not become an outage. Of
// these, those with room. Of these, those of the gateway's own zone, while enough of the zone is well.
Candidates candidates_of(const Backends& backends, const BalanceOptions& options, const Choice& choice);

}  // namespace foreshock::gateway
