#pragma once
// Where each dial stands: the faults of a story at a moment.
#include <set>
#include <vector>

#include "scenario/facts.h"

namespace foreshock::scenario {

using enginesim::Dial;

// The value of DIAL where no fault holds; infinity for a limit that never holds, 0 for unload.idle.
double healthy_value(const Story& story, Dial dial);

class Timeline {
 public:
  // STORY outlives it.
  Timeline(const Story& story, uint64_t seed);

  bool has(Dial dial) const { return !rows_of(dial).empty(); }
  double value(Dial dial, const Moment& moment) { return read(dial, moment).value; }
  // Draws a dial that is a chance: by request, or by what the fault shares by.
  bool happens(Dial dial, const Moment& moment);
  // The fault that decides; none: the dial is healthy.
  const Fault* fault_on(Dial dial, const Moment& moment) { return read(dial, moment).fault; }

  // Dials of an engine whose fault asks for requests are on while one that meets it runs. RUNS: the faults
  // that the request meets, to be handed back when it ends.
  struct MetFault {
    uint32_t row;
    double x;  // where the request is on the curve of the fault, if it has one by requests
  };
  using Met = std::vector<MetFault>;
  // A curve by a property of requests is read where the furthest of those that run stands.
  Met request_runs(const Moment& moment);
  void request_ended(const Met& met, size_t replica);
  // Whether a fault that is on meets the request, drawn by its share or not: its replicas and conditions. One
  // that misroutes meets those only that go astray, which Fleet::route tells.
  bool touches(const Moment& moment) const;
  // Ends what is sticky until a restart.
  void replica_restarted(size_t replica);

  // Whether an engine's dials depend on anything but the time.
  bool depends_on_state() const { return depends_on_state_; }
  // The dials of engines that some fault moves.
  const std::vector<Dial>& engine_dials() const { return engine_dials_; }
  // When something begins or ends at once, sorted; between them the dials move slowly.
  const std::vector<double>& breaks() const { return breaks_; }

 private:
  struct Row {
    const Fault* fault;
    uint32_t index;                              // of the fault in the story
    double at, until, ramp;                      // at: -infinity for one that is always on
    bool engine, asks_request;                   // engine: of an engine's dial
    bool curve_of_requests;                      // by one of their properties
    std::vector<bool> replicas;                  // empty: all
    std::vector<std::multiset<double>> running;  // by replica: the x of each that meets it
    std::vector<double> sticky_until;
  };
  struct Reading {
    double value;
    const Fault* fault;
  };

  std::vector<Row>& rows_of(Dial dial) { return rows_[static_cast<size_t>(dial)]; }
  const std::vector<Row>& rows_of(Dial dial) const { return rows_[static_cast<size_t>(dial)]; }
  Row row_for(const Fault& fault, uint32_t index) const;
  void note_breaks(const Row& row);
  Reading read(Dial dial, const Moment& moment);
  Reading read_first(std::vector<Row>& rows, size_t count, double healthy, const Moment& moment);
  bool holds(Row& row, const Moment& moment);
  bool conditions_hold(const Row& row, const Moment& moment) const;
  bool drawn(const Row& row, const Moment& moment) const;
  double target(const Row& row, const Moment& moment) const;

  const Story& story_;
  uint64_t seed_;
  std::vector<std::vector<Row>> rows_;  // by dial; the last begun last
  std::vector<double> healthy_;         // by dial
  std::vector<Row*> asking_;            // engine rows to which requests matter
  std::vector<Dial> engine_dials_;
  std::vector<double> breaks_;
  bool depends_on_state_ = false;
};

}  // namespace foreshock::scenario
