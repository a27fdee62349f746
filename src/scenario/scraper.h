#pragma once
// What a scrape of the engines, their devices and hosts reads. Times are those of the model.
#include "scenario/fleet.h"
#include "scenario/replica_samples.h"
#include "signals/kv_held.h"

namespace foreshock::scenario {

class Scraper {
 public:
  static constexpr double every = 5;  // s

  // All outlive it.
  Scraper(const Story& story, Timeline& timeline, const Fleet& fleet, const Pace& pace)
      : story_(story),
        timeline_(timeline),
        fleet_(fleet),
        pace_(pace),
        last_(fleet.size()),
        held_(fleet.size()) {}

  // What cannot be read is missing, and series_missing says so.
  void scrape(double now, Instant at, ReplicaSamples& samples);

 private:
  struct Last {
    double preemptions = 0, at = 0;
  };

  void read_device(size_t replica, const enginesim::VirtualGauges& gauges, ReplicaSamples& samples);
  void read_engine(size_t replica, double now, const enginesim::VirtualGauges& gauges,
                   ReplicaSamples& samples);

  const Story& story_;
  Timeline& timeline_;
  const Fleet& fleet_;
  const Pace& pace_;
  std::vector<Last> last_;  // by replica: what its counters stood at
  std::vector<signals::KvHeld> held_;
};

}  // namespace foreshock::scenario
