#pragma once
// One engine in virtual time: a discrete-event model that reads no clock. The same calls give the same
// emissions on every run.
#include <optional>
#include <unordered_map>
#include <vector>

#include "enginesim/engine_spec.h"
#include "enginesim/request.h"
#include "enginesim/scheduler.h"
#include "enginesim/statistics.h"

namespace foreshock::enginesim {

// Times given to it never go back. For one thread.
class Model {
 public:
  // The engine begins to load at STARTED; requests may come before it is ready.
  Model(const EngineSpec& spec, uint64_t seed, Instant started = Instant{});
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // A refused request is answered by an error emission at NOW.
  RequestId submit(Request request, Instant now);
  // Frees what the request holds; nothing more is emitted for it. Returns whether it was unfinished.
  bool cancel(RequestId id, Instant now);
  // When advance() has something to do; nothing while the engine is idle.
  std::optional<Instant> next_event_at() const;
  // Everything up to and at NOW, in the order of time. Requests submitted at one instant begin in the same
  // step if advance() is called after the last of them.
  std::vector<Emission> advance(Instant now);

  // The next prompts are read anew.
  void forget_prefixes() { scheduler_.forget_prefixes(); }

  const EngineSpec& spec() const { return spec_; }
  Instant ready_from() const { return ready_from_; }  // the end of loading
  int64_t running() const { return scheduler_.running(); }
  int64_t waiting() const { return scheduler_.waiting(); }
  double kv_usage() const { return scheduler_.kv_usage(); }
  const SchedulerCounters& scheduling() const { return scheduler_.counters(); }
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Live {
    Answer answer;
    Usage usage;
    Language language;
    std::optional<int64_t> top_logprobs;
    Random random;  // of the log probabilities
    int64_t max_tokens;
    std::shared_ptr<Siblings> siblings;
    Instant submitted_at, admitted_at, first_token_at, last_token_at;
  };

  std::optional<Refusal> refusal_of(const Request& request) const;
  Sequence sequence_of(RequestId id, const Prompt& prompt, const Wish& wish, const Answer& answer) const;
  void run_before(Instant now);
  void begin_step(Instant at);
  void finish_step(Instant at);
  void emit(const Progress& progress, Instant at);
  void count(const Progress& progress, Live& live, Instant at);
  Emission finish_emission(RequestId id, const Live& live, Instant at) const;

  const EngineSpec spec_;
  const uint64_t seed_;
  const Instant ready_from_;
  Scheduler scheduler_;
  std::unordered_map<RequestId, Live> live_;
  std::vector<Emission> outbox_;
  std::optional<Instant> step_ends_at_;
  Instant can_begin_at_;  // the next step, if there is work
  RequestId last_id_ = 0;
  Statistics statistics_;
};

}  // namespace foreshock::enginesim
