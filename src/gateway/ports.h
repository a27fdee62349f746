#pragma once
// What the gateway is connected with, where it is there.
#include "core/ports.h"
#include "gateway/backend.h"
#include "mitigate/lease_board.h"
#include "signals/stratum_pairs.h"

namespace foreshock::gateway {

// What is pointed to outlives the gateway; nullptr: it does without.
struct GatewayPorts {
  const mitigate::LeaseBoard* dials = nullptr;
  EventSink* events = nullptr;  // called from a thread of the gateway's own
  LookUp look_up = net::resolve;
  signals::StratumPairs pairs = signals::StratumPairs::usual();  // in which ratings are kept too
};

}  // namespace foreshock::gateway
