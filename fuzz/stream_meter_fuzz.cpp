// An answer is measured alike however it is cut, and what is measured survives being kept.
#include "input.h"
#include "signals/stream_meter.h"
#include "store/observation_record.h"

namespace foreshock::fuzz {

Observation measure(wire::Dialect dialect, wire::Framing framing, std::string_view bytes, size_t longest,
                    bool clean) {
  const Instant now{std::chrono::hours(500'000)};
  signals::StreamMeter meter(dialect, framing);
  in_pieces(bytes, longest, [&](std::string_view piece) { meter.on_bytes(piece, now); });
  meter.on_end(clean, now);
  Observation observation;
  meter.report(observation);
  observation.state = wire::terminal_state(meter.end());
  FORESHOCK_MUST(observation.token_events >= 0 &&
                 observation.token_events <= static_cast<int64_t>(bytes.size()));
  return observation;
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const auto dialect =
      static_cast<wire::Dialect>(input.choice(static_cast<size_t>(wire::Dialect::unknown) + 1));
  const auto framing = static_cast<wire::Framing>(input.choice(4));
  const bool clean = input.choice(4) != 0;
  const size_t longest = 1 + input.byte();
  const auto whole = store::pack(fuzz::measure(dialect, framing, input.rest(), size + 1, clean));
  FORESHOCK_MUST(store::pack(fuzz::measure(dialect, framing, input.rest(), longest, clean)) == whole);
  const auto kept = store::unpack(whole);
  FORESHOCK_MUST(kept && store::pack(*kept) == whole);
  return 0;
}
