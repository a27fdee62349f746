#pragma once
// What an attempt meets: the dials of requests, as drawn for it on its replica.
#include "enginesim/virtual_request.h"
#include "scenario/timeline.h"
#include "scenario/traffic.h"

namespace foreshock::scenario {

enum class Fate : uint8_t {
  served,
  refused,       // no connection
  server_error,  // 500
  rate_limited,  // 429
  silent,        // never an answer
  reset,         // before the first byte
};

struct Plan {
  Fate fate = Fate::served;
  enginesim::VirtualRequest request;
  int64_t reasoning_tokens = 0;
  int64_t tokens_a_chunk = 1;
  bool cut = false;      // ends after the tokens of REQUEST without a finish
  bool in_band = false;  // an error ends it there
  bool empty = false;    // no content in them
  bool at_limit = false, tool_call = false, early_role = false;
};

// What the request asks of an engine where every dial is healthy.
enginesim::VirtualRequest healthy_request(const Asked& asked);

// MOMENT has the request and its replica; ASKED is that request.
Plan plan_request(Timeline& timeline, const Story& story, const Asked& asked, const Moment& moment);

}  // namespace foreshock::scenario
