#pragma once
// What an attempt meets: the dials of requests, as drawn for it on its replica.
#include "enginesim/request_faults.h"
#include "enginesim/virtual_replica.h"
#include "scenario/timeline.h"
#include "scenario/traffic.h"

namespace foreshock::scenario {

using enginesim::Fate;

struct Plan {
  Fate fate = Fate::served;
  bool malformed = false;  // the history, so that it is refused with 400
  enginesim::VirtualRequest request;
  enginesim::AnswerFaults answer;
  int64_t sent_tokens = 0;  // of the prompt as the client sends it, before any cut or other way of counting
  int64_t reasoning_tokens = 0;
  bool right = true;      // a question is answered rightly
  bool remembers = true;  // what was said before in the session; the system's message
  bool remembers_system = true;
};

// The dials of TIMELINE for the request and replica of MOMENT; both outlive this.
class StoryDials final : public enginesim::RequestDials {
 public:
  StoryDials(Timeline& timeline, const Moment& moment) : timeline_(timeline), moment_(moment) {}
  double value(Dial dial) const override { return timeline_.value(dial, moment_); }
  bool happens(Dial dial) const override { return timeline_.happens(dial, moment_); }

 private:
  Timeline& timeline_;
  const Moment& moment_;
};

// What the request asks of an engine where every dial is healthy.
enginesim::VirtualRequest healthy_request(const Asked& asked);
// Whether it will find its prefix on REPLICA, whose facts are FACTS, at a time of the story.
bool will_hit(Timeline& timeline, const Asked& asked, const enginesim::VirtualReplica& replica,
              const ReplicaFacts& facts, double story_at);
// Tokens after which the answers of a class are cut: four times what it usually asks for, at least 1,024.
int64_t token_limit(const LoadClass& load);

// MOMENT has the request and its replica; ASKED is that request.
Plan plan_request(Timeline& timeline, const Story& story, const Asked& asked, const Moment& moment);

}  // namespace foreshock::scenario
