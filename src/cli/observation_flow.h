#pragma once
// Where what the gateway measures goes: to the store, to the analysis, and to our own metrics.
#include <map>
#include <mutex>
#include <string>

#include "cli/analysis.h"
#include "signals/cold_starts.h"
#include "signals/stratum_pairs.h"
#include "store/store.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

// Requests, and samples of what is not read off requests.
class ObservationFlow final : public ObservationSink, public SeriesSink {
 public:
  ObservationFlow(store::Store& store, Analysis& analysis, telemetry::Metrics& metrics,
                  signals::StratumPairs pairs)
      : store_(store), analysis_(analysis), metrics_(metrics), pairs_(std::move(pairs)) {}

  // A start that nobody told is told by the age of the replica.
  void take(const Observation& observation) override;
  void take(std::span<const Sample> samples) override;

  // That REPLICA answered with last; empty: not known.
  std::string version_of(const std::string& replica) const;

 private:
  Observation with_start(Observation observation);
  void note_ages(std::span<const Sample> samples);

  store::Store& store_;
  Analysis& analysis_;
  telemetry::Metrics& metrics_;
  const signals::StratumPairs pairs_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> versions_;  // by replica
  signals::ColdStarts starts_;
};

}  // namespace foreshock::cli
