// However a stream is cut, the same events and lines come out.
#include <utility>
#include <vector>

#include "input.h"
#include "wire/line_framer.h"
#include "wire/sse.h"

namespace foreshock::fuzz {

using Events = std::vector<std::pair<std::string, std::string>>;

Events read_events(std::string_view stream, size_t longest) {
  wire::SseFramer framer;
  Events events;
  in_pieces(stream, longest, [&](std::string_view piece) {
    while (const wire::SseEvent* event = framer.next(piece)) {
      FORESHOCK_MUST(!framer.in_event() && !event->oversized);
      events.emplace_back(event->name, event->data);
    }
    FORESHOCK_MUST(piece.empty());
  });
  if (const wire::SseEvent* event = framer.finish()) events.emplace_back(event->name, event->data);
  FORESHOCK_MUST(framer.finish() == nullptr);
  return events;
}

std::vector<std::string> read_lines(std::string_view stream, size_t longest) {
  wire::LineFramer framer;
  std::vector<std::string> lines;
  in_pieces(stream, longest, [&](std::string_view piece) {
    while (const auto line = framer.next(piece)) lines.emplace_back(*line);
    FORESHOCK_MUST(piece.empty());
  });
  if (const auto line = framer.finish()) lines.emplace_back(*line);
  for (const std::string& line : lines) FORESHOCK_MUST(!line.empty() && line.find('\n') == std::string::npos);
  return lines;
}

// An event that holds TEXT, written as the standard says, gives it back.
void write_and_read(std::string_view text) {
  if (text.find_first_of("\r\n") != std::string_view::npos) return;
  const Events events = read_events("event: e\ndata: " + std::string(text) + "\n\n", 3);
  FORESHOCK_MUST(events == Events({{"e", std::string(text)}}));
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock::fuzz;
  Input input(data, size);
  const size_t longest = 1 + input.byte();
  const std::string_view stream = input.rest();
  const Events events = read_events(stream, size + 1);
  FORESHOCK_MUST(read_events(stream, longest) == events && read_events(stream, 1) == events);
  const auto lines = read_lines(stream, size + 1);
  FORESHOCK_MUST(read_lines(stream, longest) == lines && read_lines(stream, 1) == lines);
  write_and_read(stream.substr(0, 64));
  return 0;
}
