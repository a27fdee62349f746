#pragma once
// One engine replica in virtual time, as processor sharing: no work a token, O(log n) a request. For stories;
// the engine with its tokens and steps is model.h.
#include <array>
#include <deque>
#include <set>
#include <unordered_map>
#include <vector>

#include "enginesim/context_cache.h"
#include "enginesim/engine_dials.h"
#include "enginesim/random.h"
#include "enginesim/shared_progress.h"

namespace foreshock::enginesim {

// Time only moves forward: every time given is at least the last one. Before a call with a later time than
// next_event_at, advance to it.
class VirtualReplica {
 public:
  explicit VirtualReplica(const VirtualSpec& spec);
  VirtualReplica(const VirtualReplica&) = delete;

  // A refused request leaves no trace.
  std::optional<VirtualRefusal> submit(const VirtualRequest& request, double now);
  // Ends it, with nothing left to happen. An id that is not in the replica has an outcome without a stamp.
  VirtualOutcome cancel(uint64_t id, double now);
  // Its client has left, but it goes on until it has TOKENS. The outcome is what the client had; of the rest
  // nobody hears.
  VirtualOutcome abandon(uint64_t id, int64_t tokens, double now);
  // For how many requests each one speaks, in what is counted of those served.
  void set_weight(double requests) { weight_ = requests; }
  // False for a dial that is not one of an engine's speed, memory or queue. `restart` is restart() below.
  bool set(Dial dial, double value, double now);
  // All requests are reset, the caches emptied; it is down for the load time.
  void restart(double now, std::vector<VirtualOutcome>& out);
  // The process is exchanged without a lost request or context; its uptime starts again and it is cold.
  void exchange(double now);

  double next_event_at() const { return next_; }  // infinity: none
  // Appends what happens up to NOW, in order.
  void advance(double now, std::vector<VirtualOutcome>& out);

  // Whether a part of its prompt would come from the cache now.
  bool can_hit(const VirtualRequest& request) const {
    return possible_hit(request) > 0 && hit_is_served(request);
  }
  bool down(double now) const { return now < down_until_; }
  bool cold(double now) const { return served_since_load_ < 20 || now - loaded_at_ < 60; }
  double uptime(double now) const { return now - started_at_; }
  // Since its last request, or its start.
  double gap(double now) const { return now - std::max(last_submit_, started_at_); }
  int64_t running() const { return running_; }
  int64_t waiting() const { return static_cast<int64_t>(waiting_.size()); }
  int64_t served() const { return static_cast<int64_t>(served_); }
  // With the steps that a livelock loses.
  double preemptions() const { return preemptions_; }
  bool stalled() const { return now_ < stalled_until_; }
  // Its host has no memory left: it must be restarted.
  bool out_of_memory() const { return resident_bytes() >= spec_.memory; }
  VirtualGauges gauges() const;
  const VirtualSpec& spec() const { return spec_; }
  // Nothing for an id that is not in the replica.
  std::optional<VirtualProgress> progress(uint64_t id) const;
  double draft_length() const { return dials_.mean_drafts; }  // tokens, over the requests that decode
  double kv_use() const { return gauges().kv_use; }

 private:
  enum class Phase : uint8_t { unused, waiting, prefill, first_token, decode };
  struct Job {
    VirtualRequest request;
    Phase phase = Phase::unused;
    uint64_t stamp = 0;
    VirtualOutcome outcome;
    double first_factor = 1, inter_factor = 1;
    double prefill_weight = 0;
    double decoded_from = 0, tokens_a_progress = 0;
    double acceptance = 1;  // tokens of a step, of the usual ones
    bool abandoned = false;
    int64_t kept = 0;  // produced before a preemption
    double frozen_before = 0;
  };

  void move_to(double now);
  void happen(std::vector<VirtualOutcome>& out);
  void settle();
  void find_next();
  void start_anew(double from);
  void admit_waiting(std::vector<VirtualOutcome>& out);
  void admit(uint32_t slot, std::vector<VirtualOutcome>& out);
  void start_first_token(uint32_t slot);
  void start_decode(uint32_t slot, std::vector<VirtualOutcome>& out);
  void finish(uint32_t slot, VirtualEnd end, std::vector<VirtualOutcome>& out);
  // The prompt that stalls the others has the engine to itself meanwhile (virtual_replica_stall.cpp).
  bool stalls_others(const Job& job) const { return staller_ && &jobs_[*staller_] == &job; }
  auto of_staller() const {
    return [this](const SharedProgress::Entry& entry) { return jobs_[*staller_].stamp == entry.stamp; };
  }
  void start_stall(uint32_t slot, int64_t tokens);
  void forget_staller();
  void end_stall();
  void advance_staller(std::vector<VirtualOutcome>& out);
  double staller_rate() const;
  void join_running(uint32_t slot);
  void leave_running(Job& job);
  void preempt_newest();
  SharedProgress& progress_of(const Job& job, SharedProgress& shared) {
    return stalls_others(job) ? alone_ : shared;
  }
  double accept_length(const Job& job, int64_t produced) const;
  double decoded(const Job& job) const;  // tokens since it began to decode, in fractions
  // A request begins to decode, or no longer does: STEP is 1 or -1.
  void count_decoding(const Job& job, int step);
  double mean_drafts() const;
  int64_t produced(const Job& job) const;
  VirtualOutcome outcome_now(const Job& job, VirtualEnd end) const;
  int64_t possible_hit(const VirtualRequest& request) const;
  int64_t take_hit(Job& job);
  bool hit_is_served(const VirtualRequest& request) const;
  void shrink_cache();
  double capacity() const;  // usable tokens
  double resident_bytes() const;
  double handles() const;
  double used() const { return base_tokens_ + growth_ * decode_.value() - growth_from_; }
  bool stands_still() const { return dials_.hang > 0 || now_ < loading_until_; }
  bool frozen() const { return stands_still() || stalled(); }
  bool admission_blocked() const;
  bool can_admit() const;
  auto in_phase(Phase phase) const {
    return [this, phase](const SharedProgress::Entry& entry) {
      return jobs_[entry.slot].stamp == entry.stamp && jobs_[entry.slot].phase == phase;
    };
  }

  const VirtualSpec spec_;
  EngineDials dials_;
  std::vector<Job> jobs_;
  std::vector<uint32_t> unused_;
  std::unordered_map<uint64_t, uint32_t> slot_of_;
  std::deque<uint32_t> waiting_;
  std::set<std::pair<uint64_t, uint32_t>> admitted_;  // the newest last
  SharedProgress prefill_, decode_, timers_;          // timers_: progress is time
  std::optional<uint32_t> staller_;                   // slot
  SharedProgress alone_;                              // of the staller, whatever it does now
  ContextCache cache_;

  double now_ = -1e9, next_;
  double stalled_until_ = -1e9, loading_until_ = -1e9, down_until_ = -1e9;
  double started_at_, loaded_at_, last_submit_ = -1e9, frozen_time_ = 0;
  double base_tokens_ = 0, growth_ = 0, growth_from_ = 0, leaked_tokens_ = 0;
  double prefill_weight_ = 0, acceptance_ = 0;  // acceptance_: over those that decode, of the usual one
  double weight_ = 1, served_, preemptions_ = 0, leaked_bytes_ = 0, leaked_handles_ = 0;
  std::array<int64_t, 17> limited_{};  // of those that decode, by the most drafts that they ask for
  int64_t running_ = 0, decoding_ = 0, served_since_load_ = 1000;
  uint64_t stamps_ = 0;
};

}  // namespace foreshock::enginesim
