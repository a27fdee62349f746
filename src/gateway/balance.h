#pragma once
// The ways to balance: which of several backends takes a request.
#include <span>

#include "gateway/candidates.h"

namespace foreshock::gateway {

struct Balance {
  const BalanceOptions& options;
  const Choice& choice;
};

// One of CANDIDATES, which are at least one; weights of 0 count only where all are 0.
//
// What is in flight is Backend::load(): ours, and what its engine told of others. least_load: the fewest
// requests in flight, by chance among equals; where weights differ one by its weight.
// p2c_latency: two are drawn by weight; the better one by load for its weight times latency takes it ("power
// of two choices", Mitzenmacher 2001). Time to first token and time per output token count apart: as the
// ratio of the two backends in each, and the geometric mean of both; what is not known of both counts as
// equal. prefix_affinity: by weighted rendezvous hashing of the prefix (Thaler and Ravishankar 1998), the
// first in that order that is not over its load cap (consistent hashing with bounded loads, Mirrokni, Thorup
// and Zadimoghaddam 2016); without a prefix as least_load.
Backend* pick(std::span<Backend* const> candidates, const Balance& balance);

// Whether one more request would make more than balance.load_cap times its share of those in flight at all
// CANDIDATES, rounded up.
bool is_over_cap(const Backend& backend, std::span<Backend* const> candidates, const Balance& balance);

}  // namespace foreshock::gateway
