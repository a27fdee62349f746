#pragma once
// The simulated service of a story. Defaults are the language's.
#include <optional>
#include <string>
#include <vector>

#include "core/option.h"
#include "enginesim/presets.h"
#include "scenario/conditions.h"

namespace foreshock::scenario {

// each: every replica is a backend. one: one address, the service routes inside.
enum class Endpoint : uint8_t { each, one };

struct Replica {
  std::string name;
  std::string device, zone, pool;  // empty: not said
  std::string version;             // that of the engine unless said
};

// Requests that meet WHEN go to the replicas of POOL; the first that holds wins, else any replica.
struct Route {
  Conditions when;
  std::string pool;
};

struct Speculation {
  int64_t draft_length = 5;
  double acceptance = 0.8;  // of a drafted token
  int64_t judge_slots = 8;
};

struct Engine {
  enginesim::Preset preset;
  std::string version = "1";
  Endpoint endpoint = Endpoint::each;
  std::vector<Replica> replicas;  // at least one; names are unique
  std::vector<Route> routes;      // with endpoint one
  int64_t max_running = 256;      // on a replica
  int64_t queue = 1000;           // waiting on a replica; the next one gets 429
  int64_t kv_blocks = 32768;
  int64_t block_tokens = 16;
  int64_t context = 131072;  // tokens; longer is refused with 400
  int64_t prefill_chunk = 2048;
  std::optional<Speculation> speculation;
  Duration load_time = std::chrono::seconds(60);
  Bytes memory{int64_t{64} << 30};  // of the host
  Duration dns_ttl = std::chrono::seconds(60);
  double accuracy = 0.9;  // golden questions answered right
};

}  // namespace foreshock::scenario
