#include "flow/loop.h"

#include <algorithm>

#include "flow/waking.h"

namespace foreshock::flow {
namespace loop_impl {

constexpr Duration events_kept = std::chrono::hours(6);
// What is found in two ways, by the answers and by the pages of an engine, is one event.
constexpr Duration same_event = std::chrono::seconds(90);

}  // namespace loop_impl

Loop::Loop(Signals signals, const LoopOptions& options, LoopPorts ports, uint64_t first_number)
    : options_(options),
      ports_(ports),
      watch_(std::move(signals), options.watch),
      next_number_(first_number) {}

void Loop::take(const SampleGrid& grid) {
  if (first_at_ == Instant{}) first_at_ = grid.at;
  watch_.take(grid);
  event_finder_.take(grid);
}

void Loop::take_words(const SampleGrid& grid) {
  watch_.take(grid);
}

void Loop::take(std::span<const Sample> samples) {
  for (const Sample& sample : samples) {
    watch_.take(sample);
    event_finder_.take(sample);
  }
}

void Loop::take(Event event) {
  const auto tells_the_same = [&](const Event& other) {
    const Duration between = std::max(other.at, event.at) - std::min(other.at, event.at);
    return !other.posted && other.kind == event.kind && other.scope == event.scope &&
           between < loop_impl::same_event;
  };
  if (!event.posted && std::any_of(events_.begin(), events_.end(), tells_the_same)) return;
  event.id = next(Noun::event);
  ports_.journal.keep(event);
  events_.push_back(std::move(event));
}

void Loop::advance(Instant now) {
  if (now - looked_at_ < options_.watch.grains.unit) return;
  looked_at_ = now;
  look(now);
}

// The sentence: Observations are Series by now; Findings are made in them, explained by a Diagnosis, answered
// with an Action, judged by a Verdict.
void Loop::look(Instant now) {
  for (Event& event : event_finder_.close(now)) take(std::move(event));
  for (Finding& finding : watch_.close(now)) open(std::move(finding), now);
  for (Incident& incident : incidents_) {
    follow(incident, now);
    if (!incident.page && now - first_at_ >= options_.learning)
      if (const Finding* lead = waking(incident, watch_, events_, options_, now)) wake(incident, *lead, now);
    note_silences(incident);
    if (incident.page && !incident.action) answer(incident, now);
    note_approval(incident, now);
    judge(incident, now);
  }
  std::erase_if(incidents_, [&](const Incident& incident) {
    return incident.over_since && now - *incident.over_since > options_.incident_gap;
  });
  std::erase_if(events_, [now](const Event& event) { return event.at < now - loop_impl::events_kept; });
}

}  // namespace foreshock::flow
