#pragma once
// What a served replica asks before it answers: the story's timeline, or fixed dials.
#include "enginesim/api_call.h"
#include "enginesim/request_faults.h"
#include "enginesim/virtual_replica.h"
#include "net/route.h"

namespace foreshock::enginesim {

// Of one choice of one call.
struct AnswerPlan {
  Fate fate = Fate::served;
  bool malformed = false;        // refused with 400
  bool too_long = false;         // likewise: prompt and answer are more than the context
  VirtualRequest request;        // usage shows its tokens; the server fills in id and tag
  int64_t reasoning_tokens = 0;  // of its output tokens
  bool tool_due = false;         // unless the answer's faults say that the call is missing
  AnswerFaults answer;
  std::string says;  // how its prose begins
};

// Called on the thread of the replica. Times are in seconds since it started.
class AnswerPlanner {
 public:
  virtual ~AnswerPlanner() = default;
  virtual AnswerPlan plan(const net::HttpRequest& http, const ApiCall& call, const VirtualReplica& replica,
                          double now) = 0;
  // The call that was planned last is now known under ID; it was admitted; it ended, or its client left.
  virtual void accepted(uint64_t id) = 0;
  virtual void admitted(uint64_t id) = 0;
  virtual void ended(uint64_t id) = 0;
  // Where a dial of the replica stands: health.fail, control.latency, metrics.vanish, scrape.delay,
  // connect.fail, cancel.ignored, gpu.vanish.
  virtual double value(Dial dial) const = 0;
};

}  // namespace foreshock::enginesim
