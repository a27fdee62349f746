// No event breaks a reader of any dialect; one read twice means the same; what is malformed means nothing.
#include "input.h"
#include "wire/answer_reader.h"

namespace foreshock::fuzz {

std::string shown(const wire::EventFacts& facts) {
  std::string text;
  for (const wire::Piece& piece : facts.pieces) {
    FORESHOCK_MUST(!piece.text.empty());
    text += static_cast<char>('0' + static_cast<int>(piece.kind));
    text += std::to_string(piece.choice) + "," + std::to_string(piece.tool) + ":";
    text.append(piece.text) += ';';
  }
  for (const auto& count :
       {facts.usage.prompt, facts.usage.cached, facts.usage.output, facts.usage.reasoning}) {
    FORESHOCK_MUST(!count || *count >= 0);
    text += count ? std::to_string(*count) + ";" : "-;";
  }
  for (const std::string_view part : {facts.finish_reason, facts.model, facts.fingerprint, facts.error_type})
    text.append(part) += ';';
  for (const bool flag : {facts.has_usage, facts.error, facts.protocol_end, facts.malformed})
    text += flag ? '1' : '0';
  return text;
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const auto dialect =
      static_cast<wire::Dialect>(input.choice(static_cast<size_t>(wire::Dialect::unknown) + 1));
  const std::string name(input.line());
  wire::EventFacts first, second;
  wire::read_event(dialect, name, input.rest(), first);
  const std::string once = fuzz::shown(first);
  FORESHOCK_MUST(!first.malformed || first.pieces.empty());
  wire::read_body(dialect, input.rest(), second);
  static_cast<void>(fuzz::shown(second));
  wire::read_event(dialect, name, input.rest(), second);
  FORESHOCK_MUST(fuzz::shown(second) == once);
  return 0;
}
