#pragma once
// Where a measured request goes: to the store as it is and as samples of series, and to our own metrics.
#include "core/ports.h"
#include "signals/series_of.h"
#include "store/store.h"
#include "telemetry/metrics.h"

namespace foreshock::cli {

class ObservationFlow final : public ObservationSink {
 public:
  ObservationFlow(store::Store& store, telemetry::Metrics& metrics) : store_(store), metrics_(metrics) {}
  void take(const Observation& observation) override {
    store_.take(observation);
    store_.take(signals::series_of(observation));
    metrics_.take(observation);
  }

 private:
  store::Store& store_;
  telemetry::Metrics& metrics_;
};

}  // namespace foreshock::cli
