#pragma once
// What the replicas of a story answer in real time: its timeline, drawn for the requests of its users.
#include <unordered_map>

#include "enginesim/answer_plan.h"
#include "scenario/control_plane.h"
#include "scenario/probe_rounds.h"

namespace foreshock::cli {

// A request of a user is known by this header.
inline constexpr std::string_view story_request_header = "x-foreshock-story-request";

std::optional<uint64_t> story_request_of(const net::HttpRequest& http);

// Of a user, or of the prober.
struct LiveAttempt {
  scenario::Asked asked;
  std::optional<scenario::ProbeQuestion> probe;
  std::string right_answer;  // to the probe, if it has one
  // As planned by the replica that it reached:
  bool right = true;
  bool affected = false;     // a fault met it
  std::optional<bool> up{};  // how its user rates it, who may not
};
using LiveAttempts = std::unordered_map<uint64_t, LiveAttempt>;  // under way, by request

// Of one replica. All on the thread of the story.
class LivePlanner final : public enginesim::AnswerPlanner {
 public:
  // All outlive it. NOW: seconds of the story.
  LivePlanner(const scenario::Story& story, uint64_t seed, scenario::Timeline& timeline,
              scenario::Fleet& fleet, const scenario::ControlPlane& control, LiveAttempts& attempts,
              size_t replica, std::function<double()> now);

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

  void turn_dials();

  const scenario::Story& story_;
  const uint64_t seed_;
  scenario::Timeline& timeline_;
  scenario::Fleet& fleet_;
  const scenario::ControlPlane& control_;
  LiveAttempts& attempts_;
  const size_t index_;
  const std::function<double()> now_;
  std::optional<Served> planned_;  // last
  std::unordered_map<uint64_t, Served> served_;
};

}  // namespace foreshock::cli
