#pragma once
// Where what the gateway measures goes: to the store, to the analysis, and to our own metrics.
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>

#include "cli/analysis.h"
#include "signals/cold_starts.h"
#include "signals/stratum_pairs.h"
#include "store/store.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

// Requests, samples of what is not read off requests, and events that somebody posted.
class ObservationFlow final : public ObservationSink, public SeriesSink, public EventSink {
 public:
  ObservationFlow(store::Store& store, Analysis& analysis, telemetry::Metrics& metrics,
                  signals::StratumPairs pairs)
      : store_(store), analysis_(analysis), metrics_(metrics), pairs_(std::move(pairs)) {}

  // A start that nobody told is told by the age of the replica, and whether it slept; the window is its own.
  void take(const Observation& observation) override;
  void take(std::span<const Sample> samples) override;
  void take(const Event& event) override;
  // What comes from now on goes nowhere: store and analysis may end before it. Waits for what is on its way.
  void close();
  // Observations that came after that.
  uint64_t unmeasured() const { return unmeasured_; }

  // That REPLICA answered with last; empty: not known.
  std::string version_of(const std::string& replica) const;
  // That answered, by the names of backends or those that they gave themselves.
  std::set<std::string> replicas() const;

 private:
  Observation with_facts(Observation observation);
  void note_replicas(std::span<const Sample> samples);

  store::Store& store_;
  Analysis& analysis_;
  telemetry::Metrics& metrics_;
  const signals::StratumPairs pairs_;
  std::shared_mutex closing_;  // held by who closes it; shared by whoever hands on
  bool closed_ = false;
  std::atomic<uint64_t> unmeasured_{0};
  mutable std::mutex mutex_;                     // guards what follows
  std::map<std::string, std::string> versions_;  // by replica
  std::map<std::string, int64_t> windows_;       // tokens, by replica
  std::set<std::string> replicas_;
  signals::ColdStarts starts_;
};

}  // namespace foreshock::cli
