#pragma once
// Where what the gateway measures goes: to the store, to the analysis, and to our own metrics.
#include <map>
#include <mutex>
#include <string>

#include "cli/analysis.h"
#include "signals/series_of.h"
#include "store/store.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

// Requests, and samples of what is not read off requests.
class ObservationFlow final : public ObservationSink, public SeriesSink {
 public:
  ObservationFlow(store::Store& store, Analysis& analysis, telemetry::Metrics& metrics,
                  signals::StratumPairs pairs)
      : store_(store), analysis_(analysis), metrics_(metrics), pairs_(std::move(pairs)) {}

  void take(const Observation& observation) override {
    const SampleGrid grid = signals::series_of(observation, pairs_);
    store_.take(observation);
    store_.take(grid);
    analysis_.take(grid);
    metrics_.take(observation);
    if (observation.version.empty()) return;
    const std::lock_guard lock(mutex_);
    versions_[observation.replica] = observation.version;
  }
  void take(std::span<const Sample> samples) override {
    store_.take(samples);
    analysis_.take(samples);
  }

  // That REPLICA answered with last; empty: not known.
  std::string version_of(const std::string& replica) const {
    const std::lock_guard lock(mutex_);
    const auto known = versions_.find(replica);
    return known == versions_.end() ? std::string() : known->second;
  }

 private:
  store::Store& store_;
  Analysis& analysis_;
  telemetry::Metrics& metrics_;
  const signals::StratumPairs pairs_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> versions_;  // by replica
};

}  // namespace foreshock::cli
