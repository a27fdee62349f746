#pragma once
// What the gateway is connected with, where it is there.
#include <functional>
#include <set>
#include <string>

#include "core/ports.h"
#include "core/signal_catalog.h"
#include "gateway/backend.h"
#include "gateway/keyed_hash.h"
#include "mitigate/lease_board.h"
#include "signals/stratum_pairs.h"

namespace foreshock::gateway {

// What is pointed to outlives the gateway; nullptr: it does without.
struct GatewayPorts {
  const mitigate::LeaseBoard* dials = nullptr;
  EventSink* events = nullptr;       // called from a thread of the gateway's own
  SignalCatalog* signals = nullptr;  // in which users declare their own
  LookUp look_up = net::resolve;
  // Sessions, and clients without keys of ours, are told apart with it; a service has one of its own.
  HashKey secret{};
  std::function<std::set<std::string>()> replicas{};  // that answered, whatever they call themselves
  signals::StratumPairs pairs = signals::StratumPairs::usual();  // in which ratings are kept too
};

}  // namespace foreshock::gateway
