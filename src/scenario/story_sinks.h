#pragma once
#include "core/ports.h"
#include "mitigate/lease_board.h"

namespace foreshock::scenario {

// Where a story's measurements go: all that a gateway, an engine's metrics, a host agent and probes can see;
// and what turns its requests.
struct StorySinks {
  ObservationSink& observations;
  TranscriptSink* transcripts = nullptr;  // of answers that are written out; of others, their calls
  SeriesSink* series = nullptr;           // gauges, probes, ratings
  EventSink* events = nullptr;            // those that somebody posts
  const mitigate::LeaseBoard* dials = nullptr;
  bool history = false;  // the healthy time before the story too
};

}  // namespace foreshock::scenario
