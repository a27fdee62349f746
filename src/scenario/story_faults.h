#pragma once
// What goes wrong, and what is changed: faults, events, the canary. Times count from the start of the story.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/event.h"
#include "enginesim/dials.h"
#include "scenario/conditions.h"

namespace foreshock::scenario {

enum class CurveAxis : uint8_t { time, uptime, served, prompt_tokens, context_tokens, running, turn };

// X is in seconds by time (from the start of the fault) and uptime, else a count.
struct CurvePoint {
  double x = 0;
  double value = 0;
};
// X rises; linear between the points, flat outside.
struct Curve {
  CurveAxis by = CurveAxis::time;
  std::vector<CurvePoint> points;
};

// A random factor, drawn anew every EVERY; the product stays in the range of the dial.
struct Wobble {
  double log_sd = 0;
  Duration every = std::chrono::minutes(30);
};

// After a request meets `when`, the fault stays on for that replica.
struct Sticky {
  std::optional<Duration> time;  // absent: until it restarts
};

enum class ShareBy : uint8_t { request, session, key };

struct Fault {
  enginesim::Dial dial = enginesim::Dial::restart;
  bool always = false;  // in the history too; AT is 0
  Duration at{0};
  std::optional<Duration> until;  // absent: the end
  double value = 1;               // in the dial's unit; 1 for a flag; unused with a curve or a text
  std::string text;               // of a dial of type text
  std::optional<Curve> curve;
  Duration ramp{0};                   // to reach the value, and to leave it after UNTIL
  std::vector<std::string> replicas;  // empty: all
  Conditions when;
  double share = 1;  // of the matching requests
  ShareBy share_by = ShareBy::request;
  std::optional<Wobble> wobble;
  std::optional<Sticky> sticky;
  std::string to;  // the replica that route.misroute sends to
};

struct StoryEvent {
  Duration at{0};
  std::optional<Duration> until;
  EventKind kind = EventKind::product_release;
  std::string to;                     // a version; empty: not said
  std::vector<std::string> replicas;  // empty: all
  bool posted = false;                // told to Foreshock
  bool restart = false;               // the process is not exchanged without a lost request
  std::string text;
};

struct Canary {
  std::vector<std::string> replicas;  // carry the new version from AT
  double share = 0.1;                 // of the traffic, from AT
  Duration at{0};
  Duration decide_by{0};  // the end of the story unless said
};

}  // namespace foreshock::scenario
