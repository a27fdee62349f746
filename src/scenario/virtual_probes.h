#pragma once
// Golden probes against every replica: questions whose answers are known, and facts that are planted in a
// conversation and asked for six turns later. Times are those of the model.
#include <optional>
#include <string_view>
#include <unordered_map>

#include "scenario/fleet.h"
#include "scenario/replica_samples.h"
#include "scenario/request_effects.h"

namespace foreshock::scenario {

// Questions are asked in the manner of each class of load in turn, so that what meets a class meets them.
class VirtualProbes {
 public:
  // Outcomes with this tag are the probes'.
  static constexpr uint32_t tag = 0xffffffff;

  // All outlive it.
  VirtualProbes(const Story& story, uint64_t seed, Timeline& timeline, VirtualReplicas& replicas,
                const Fleet& fleet, const Pace& pace);

  bool any() const { return questions_ + turns_ > 0; }
  // From one step() to the next: a round is spread over its time.
  double step_seconds() const {
    return every_ / static_cast<double>(std::max<int64_t>(1, questions_ + turns_));
  }
  // Asks every replica the next thing. What has no answer after a client's timeout is given up.
  void step(double now);
  // SAMPLES, where they are taken: probe_score, planted_fact, tle, logprob_rank, and tokens_per_char of the
  // probes' prompts.
  void on_outcome(const enginesim::VirtualOutcome& outcome, double now, Instant at, ReplicaSamples* samples);

 private:
  struct Question {
    size_t replica = 0;
    bool fact = false;       // asks for one; else it is a question with an answer, or plants one
    bool in_system = false;  // the first fact is planted in the system's message
    bool counts = false;
    double asked_at = 0;
    Plan plan;
  };
  struct Conversation {
    uint64_t id = 0;
    int64_t turn = 0, history_tokens = 0;
  };

  Asked question(uint64_t id) const;
  Asked next_turn(size_t replica, uint64_t id);
  void ask(Asked asked, Question question, double now);
  void give_up_before(double time, double now);
  std::string_view harness_version(size_t replica, double now);
  void judge(const Question& question, double now, ReplicaSamples& samples);

  const Story& story_;
  const uint64_t seed_;
  Timeline& timeline_;
  VirtualReplicas& replicas_;
  const Fleet& fleet_;
  const Pace& pace_;
  const int64_t questions_, facts_, turns_;
  const double every_;
  std::unordered_map<uint64_t, Question> open_;
  std::vector<Conversation> conversations_;  // by replica
  int64_t steps_ = 0;
  uint64_t ids_ = 0;
};

}  // namespace foreshock::scenario
