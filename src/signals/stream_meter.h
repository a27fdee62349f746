#pragma once
// Bytes of one answer as they arrive -> stamps, counts and the terminal state of its Observation. The same
// for gateway, load generator and tap.
#include <optional>
#include <string>
#include <string_view>

#include "core/observation.h"
#include "signals/code_fence.h"
#include "signals/lumps.h"
#include "wire/dialect.h"
#include "wire/event_facts.h"
#include "wire/line_framer.h"
#include "wire/number_places.h"
#include "wire/sse.h"
#include "wire/stream_end.h"

namespace foreshock::signals {

// Lives on one thread. Holds at most one event, or a whole answer that is not streamed, up to body_limit (a
// longer one is timed but not read).
class StreamMeter {
 public:
  static constexpr size_t body_limit = 8 * 1024 * 1024;

  StreamMeter(wire::Dialect dialect, wire::Framing framing) : dialect_(dialect), framing_(framing) {}

  // Numbers to look for in each event, or the whole answer: outlives the meter; nullptr: none.
  void look_for(wire::NumberPlaces* places) { places_ = places; }
  // Payload as it came off the wire, chunk framing taken off, in any pieces. Costs: stream_meter_bench.cpp.
  void on_bytes(std::string_view payload, Instant now);
  // The body is over. CLEAN: it ended as its framing promised.
  void on_end(bool clean, Instant now);

  // Token-bearing events so far.
  int64_t token_events() const { return token_events_; }
  // Whether the bytes so far end between two events: only there may an event of ours follow.
  bool between_events() const { return !events_.in_event() && !lines_.in_line(); }
  bool saw_protocol_end() const { return end_.protocol_end; }
  // Whether the answer was gathered on its way, as far as the times of its bytes are those of its sender.
  bool came_in_lumps() const { return lumps_.came(); }
  // What the answer showed of its end; the caller adds what only it knows.
  wire::StreamEnd end() const;
  // Adds what was measured: stamps from first_event to done, tokens, gaps, finish reason, version, prefix,
  // code language.
  void report(Observation& observation) const;

 private:
  void read(std::string_view name, std::string_view data, Instant now);
  void stamp_token(Instant now);
  void note_facts(Instant now);
  void read_whole_body(Instant now);

  wire::Dialect dialect_;
  wire::Framing framing_;
  wire::SseFramer events_;
  wire::LineFramer lines_;
  std::string body_;
  wire::EventFacts facts_;
  wire::NumberPlaces* places_ = nullptr;
  wire::StreamEnd end_;
  wire::Usage usage_;
  Stamps stamps_;
  Sketch gaps_;
  CodeFence code_;
  Lumps lumps_;
  std::string finish_reason_, version_, model_;
  int64_t token_events_ = 0;
  bool body_too_long_ = false;
};

}  // namespace foreshock::signals
