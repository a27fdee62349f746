#pragma once
// Golden probes of every replica, whoever carries them: questions whose answers are known, and facts that are
// planted in a conversation and asked for six turns later. Times are those of the model.
#include <optional>
#include <string_view>
#include <vector>

#include "scenario/fleet.h"
#include "scenario/replica_samples.h"
#include "scenario/request_effects.h"

namespace foreshock::scenario {

struct ProbeQuestion {
  Asked asked;
  size_t replica = 0;
  // In a conversation: its number and the turn, from 0. A fact is planted at the turn of its number.
  std::optional<int64_t> turn;
  std::optional<int64_t> fact;  // the one that is asked for; the first stands in the system's message
  bool counts = false;          // has an answer that is right or wrong
  double asked_at = 0;
};

// What the prober sees of an answer.
struct ProbeAnswer {
  bool right = false;
  std::optional<double> tokens_per_char;  // of the prompt
  std::optional<double> entropy;          // bits, of the first token; only with log probabilities, as
  bool top_dropped = false;               // that a token was chosen which was not the likeliest
};

// Whether a replica that meets PLAN answers rightly.
bool answers_rightly(const ProbeQuestion& question, const Plan& plan);

// Questions are asked in the manner of each class of load in turn, so that what meets a class meets them.
class ProbeRounds {
 public:
  static constexpr int64_t asked_after = 6;  // turns: when a planted fact is asked for

  // All outlive it.
  ProbeRounds(const Story& story, uint64_t seed, Timeline& timeline, const Fleet& fleet, const Pace& pace);

  bool any() const { return questions_ + turns_ > 0; }
  // From one next() to the next: a round is spread over its time.
  double step_seconds() const {
    return every_ / static_cast<double>(std::max<int64_t>(1, questions_ + turns_));
  }
  // The next thing, one of every replica.
  std::vector<ProbeQuestion> next(double now);
  // How many tokens the harness puts before each prompt by mistake.
  int64_t extra_tokens(size_t replica, double now) const;
  // Adds probe_score, planted_fact, tle, logprob_rank and probe_tokens_per_char.
  void judge(const ProbeQuestion& question, const ProbeAnswer& answer, double now, Instant at,
             ReplicaSamples& samples) const;

 private:
  struct Conversation {
    uint64_t id = 0;
    int64_t turn = 0, history_tokens = 0;
  };

  Asked question(uint64_t id) const;
  Asked next_turn(size_t replica, uint64_t id);
  double value(Dial dial, size_t replica, double now) const;
  std::string_view harness_version(size_t replica, double now) const;

  const Story& story_;
  const uint64_t seed_;
  Timeline& timeline_;
  const Fleet& fleet_;
  const Pace& pace_;
  const int64_t questions_, facts_, turns_;
  const double every_;
  std::vector<Conversation> conversations_;  // by replica
  int64_t steps_ = 0;
  uint64_t ids_ = 0;
};

}  // namespace foreshock::scenario
