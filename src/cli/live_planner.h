#pragma once
// What the replicas of a story answer in real time: its timeline, drawn for the requests of its users.
#include <unordered_map>

#include "enginesim/answer_plan.h"
#include "scenario/control_plane.h"
#include "scenario/request_effects.h"

namespace foreshock::cli {

// A request of a user is known by this header.
inline constexpr std::string_view story_request_header = "x-foreshock-story-request";

std::optional<uint64_t> story_request_of(const net::HttpRequest& http);

struct LiveAttempt {
  scenario::Asked asked;
  bool right = true;      // as planned by the replica that it reached
  bool affected = false;  // a fault met it
};
using LiveAttempts = std::unordered_map<uint64_t, LiveAttempt>;  // under way, by request

// Of one replica. All on the thread of the story.
class LivePlanner final : public enginesim::AnswerPlanner {
 public:
  // All outlive it. NOW: seconds of the story.
  LivePlanner(const scenario::Story& story, scenario::Timeline& timeline, const scenario::Fleet& fleet,
              const scenario::ControlPlane& control, LiveAttempts& attempts, size_t replica,
              std::function<double()> now);

  // A request that is not one of the story's is answered in a few healthy tokens.
  enginesim::AnswerPlan plan(const net::HttpRequest& http, const enginesim::ApiCall& call,
                             const enginesim::VirtualReplica& replica, double) override;
  void accepted(uint64_t id) override;
  void admitted(uint64_t id) override;
  void ended(uint64_t id) override;
  double value(enginesim::Dial dial) const override;

 private:
  struct Served {
    scenario::RequestFacts facts;
    scenario::ReplicaFacts replica;
    scenario::Timeline::Met met;
  };

  const scenario::Story& story_;
  scenario::Timeline& timeline_;
  const scenario::Fleet& fleet_;
  const scenario::ControlPlane& control_;
  LiveAttempts& attempts_;
  const size_t index_;
  const std::function<double()> now_;
  std::optional<Served> planned_;  // last
  std::unordered_map<uint64_t, Served> served_;
};

}  // namespace foreshock::cli
