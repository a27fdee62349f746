#include "wire/event_facts.h"

#include <algorithm>

namespace foreshock::wire {

void Usage::update(const Usage& later) {
  if (later.prompt) prompt = later.prompt;
  if (later.cached) cached = later.cached;
  if (later.output) output = later.output;
  if (later.reasoning) reasoning = later.reasoning;
  if (later.drafted) drafted = later.drafted;
  if (later.accepted) accepted = later.accepted;
}

bool EventFacts::has_token() const {
  return std::any_of(pieces.begin(), pieces.end(),
                     [](const Piece& piece) { return piece.kind != PieceKind::tool_id; });
}

bool EventFacts::has_answer_token() const {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    return piece.kind != PieceKind::tool_id && piece.kind != PieceKind::reasoning;
  });
}

void EventFacts::clear() {
  std::vector<Piece> kept = std::move(pieces);
  kept.clear();
  *this = EventFacts{};
  pieces = std::move(kept);
}

}  // namespace foreshock::wire
