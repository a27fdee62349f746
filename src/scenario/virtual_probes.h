#pragma once
// Golden probes of replicas in virtual time. Times are those of the model.
#include <unordered_map>

#include "scenario/probe_rounds.h"

namespace foreshock::scenario {

class VirtualProbes {
 public:
  // Outcomes with this tag are the probes'.
  static constexpr uint32_t tag = 0xffffffff;

  // All outlive it.
  VirtualProbes(const Story& story, uint64_t seed, Timeline& timeline, VirtualReplicas& replicas,
                const Fleet& fleet, const Pace& pace);

  bool any() const { return rounds_.any(); }
  double step_seconds() const { return rounds_.step_seconds(); }
  // Asks every replica the next thing. What has no answer after a client's timeout is given up.
  void step(double now);
  // SAMPLES, where they are taken: those of ProbeRounds::judge.
  void on_outcome(const enginesim::VirtualOutcome& outcome, double now, Instant at, ReplicaSamples* samples);

 private:
  struct Open {
    ProbeQuestion question;
    Plan plan;
  };

  void ask(ProbeQuestion question, double now);
  void give_up_before(double time, double now);
  ProbeAnswer seen(const Open& open, double now) const;

  const Story& story_;
  Timeline& timeline_;
  VirtualReplicas& replicas_;
  const Fleet& fleet_;
  const Pace& pace_;
  ProbeRounds rounds_;
  std::unordered_map<uint64_t, Open> open_;
};

}  // namespace foreshock::scenario
