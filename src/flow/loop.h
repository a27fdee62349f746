#pragma once
// The loop that carries the nouns from room to room. Read loop.cpp first.
#include <span>
#include <vector>

#include "core/learning.h"
#include "core/series.h"
#include "detect/event_finder.h"
#include "detect/watch.h"
#include "flow/incident.h"
#include "flow/journal.h"
#include "flow/loop_options.h"
#include "flow/witnesses.h"
#include "mitigate/policies.h"

namespace foreshock::flow {

// What the loop writes to and turns. Without a board nothing is ever touched, whatever the policies say.
struct LoopPorts {
  Journal& journal;
  DialBoard* board = nullptr;
  mitigate::PendingActions* pending = nullptr;
  Witnesses* witnesses = nullptr;
};

// Not safe for threads: one at a time tells it what was measured and lets it look. Same inputs, same nouns.
class Loop {
 public:
  // SIGNALS and what PORTS names outlive it. FIRST_NUMBER: of the nouns that it makes.
  Loop(Signals signals, const LoopOptions& options, LoopPorts ports, uint64_t first_number);

  void take(const SampleGrid& grid);        // of a request
  void take_words(const SampleGrid& grid);  // of its words
  void take(std::span<const Sample> samples);
  void take(Event event);  // posted
  // To be called as time passes; it looks once a unit.
  void advance(Instant now);

  const detect::Watch& watch() const { return watch_; }
  Learning learning() const;

 private:
  void look(Instant now);
  void open(Finding finding, Instant now);
  void follow(Incident& incident, Instant now);
  void wake(Incident& incident, const Finding& lead, Instant now);
  void note_silences(Incident& incident);
  Page explained(Page page, const Incident& incident, Instant now) const;
  void answer(Incident& incident, Instant now);
  bool answer(Incident& incident, const Page& page, Instant now);
  void note_approval(Incident& incident, Instant now);
  void judge(Incident& incident, Instant now);
  Incident& incident_of(const Finding& finding);
  Identity next(Noun noun) { return {noun, next_number_++}; }

  LoopOptions options_;
  LoopPorts ports_;
  detect::Watch watch_;
  detect::EventFinder event_finder_;
  std::vector<Event> events_;  // of the last hours
  std::vector<Incident> incidents_;
  mitigate::ActionLog actions_;
  uint64_t next_number_;
  Instant looked_at_, first_at_;
};

}  // namespace foreshock::flow
