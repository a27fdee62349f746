// However a stream is cut, the same events come out; and no event breaks a reader of any dialect.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "wire/answer_reader.h"
#include "wire/sse.h"

namespace wire = foreshock::wire;

using Events = std::vector<std::pair<std::string, std::string>>;

Events read_in_pieces_of(std::string_view stream, size_t length) {
  wire::SseFramer framer;
  Events events;
  for (size_t at = 0; at < stream.size(); at += length) {
    std::string_view piece = stream.substr(at, length);
    while (const wire::SseEvent* event = framer.next(piece)) events.emplace_back(event->name, event->data);
  }
  return events;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Events whole = read_in_pieces_of(stream, stream.size() + 1);
  if (read_in_pieces_of(stream, data[0] + 1) != whole || read_in_pieces_of(stream, 1) != whole) std::abort();

  wire::SseFramer framer;
  wire::EventFacts facts;
  std::string_view rest = stream;
  const auto dialect = static_cast<wire::Dialect>(data[1] % (static_cast<int>(wire::Dialect::unknown) + 1));
  while (const wire::SseEvent* event = framer.next(rest))
    wire::read_event(dialect, event->name, event->data, facts);
  wire::read_body(dialect, stream, facts);
  return 0;
}
