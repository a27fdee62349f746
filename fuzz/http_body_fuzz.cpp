// A body is the same however it is cut, in its bytes, its end and what is passed on, which reads as the same;
// what is written in chunks is read back.
#include "input.h"
#include "wire/http_body.h"

namespace foreshock::fuzz {

struct Body {
  bool good = true, done = false, between = false;
  std::string payload, relayed;
  size_t consumed = 0;
  bool operator==(const Body&) const = default;
};

void read_piece(wire::BodyReader& reader, std::string_view piece, Body& body) {
  while (body.good && !piece.empty() && !reader.done()) {
    const auto step = reader.next(piece);
    body.good = step.has_value();
    if (!step || step->consumed == 0) return;
    FORESHOCK_MUST(step->consumed <= piece.size() && step->payload.size() <= step->consumed);
    body.payload += step->payload;
    body.relayed += step->relayed;
    body.consumed += step->consumed;
    piece.remove_prefix(step->consumed);
  }
}

Body read(wire::BodyFraming framing, std::string_view bytes, size_t longest) {
  wire::BodyReader reader(framing);
  Body body;
  in_pieces(bytes, longest, [&](std::string_view piece) { read_piece(reader, piece, body); });
  if (!body.good) return Body{false, false, false, {}, {}, 0};
  body.done = reader.done();
  body.between = reader.between_chunks();
  return body;
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const auto kind = static_cast<wire::BodyFraming::Kind>(input.choice(4));
  const wire::BodyFraming framing{kind, kind == wire::BodyFraming::Kind::length ? input.byte() : uint64_t{0}};
  const size_t longest = 1 + input.byte();
  const fuzz::Body whole = fuzz::read(framing, input.rest(), size + 1);
  FORESHOCK_MUST(fuzz::read(framing, input.rest(), longest) == whole);
  FORESHOCK_MUST(fuzz::read(framing, input.rest(), 1) == whole);

  const fuzz::Body passed = fuzz::read(framing, whole.relayed, longest);
  FORESHOCK_MUST(!whole.done ||
                 (passed.done && passed.payload == whole.payload && passed.relayed == whole.relayed));

  std::string chunks;
  fuzz::in_pieces(input.rest(), longest, [&](std::string_view piece) {
    chunks.append(wire::chunk_prefix(piece.size())).append(piece).append(wire::chunk_suffix);
  });
  chunks.append(wire::last_chunk);
  const fuzz::Body back = fuzz::read({wire::BodyFraming::Kind::chunked, 0}, chunks, 1 + longest / 2);
  FORESHOCK_MUST(back.done && back.payload == input.rest());
  return 0;
}
