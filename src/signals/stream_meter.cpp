#include "signals/stream_meter.h"

#include "core/shown.h"
#include "wire/answer_reader.h"

namespace foreshock::signals {

using wire::Dialect;
using wire::Framing;

void StreamMeter::on_bytes(std::string_view payload, Instant now) {
  switch (framing_) {
    case Framing::sse:
      while (const wire::SseEvent* event = events_.next(payload)) {
        end_.malformed = end_.malformed || event->oversized;
        read(event->name, event->data, now);
      }
      return;
    case Framing::lines:
      while (const auto line = lines_.next(payload)) read({}, *line, now);
      return;
    case Framing::body:
      body_too_long_ = body_too_long_ || body_.size() + payload.size() > body_limit;
      if (!body_too_long_) body_.append(payload);
      return;
    case Framing::opaque:
      return;
  }
}

void StreamMeter::on_end(bool clean, Instant now) {
  end_.cut = !clean;
  if (!clean) return;
  if (framing_ == Framing::body) return read_whole_body(now);
  if (const wire::SseEvent* event = events_.finish()) read(event->name, event->data, now);
  if (const auto line = lines_.finish()) read({}, *line, now);
}

void StreamMeter::read(std::string_view name, std::string_view data, Instant now) {
  if (!stamps_.first_event) stamps_.first_event = now;
  wire::read_event(dialect_, name, data, facts_, places_);
  if (facts_.has_token()) stamp_token(now);
  note_facts(now);
}

void StreamMeter::stamp_token(Instant now) {
  ++token_events_;
  lumps_.on_token(now);
  if (!stamps_.first_token)
    stamps_.first_token = now;
  else
    gaps_.add(seconds(now - *stamps_.last_token));
  if (!stamps_.first_answer_token && facts_.has_answer_token()) stamps_.first_answer_token = now;
  stamps_.last_token = now;
}

void StreamMeter::note_facts(Instant now) {
  for (const wire::Piece& piece : facts_.pieces)
    if (piece.kind == wire::PieceKind::content && piece.choice == 0) code_.on_text(piece.text);
  usage_.update(facts_.usage);
  if (facts_.has_usage) stamps_.usage = now;
  if (!facts_.finish_reason.empty() && finish_reason_ != facts_.finish_reason)
    finish_reason_ = facts_.finish_reason;
  if (!facts_.fingerprint.empty() && version_ != facts_.fingerprint) version_ = facts_.fingerprint;
  if (!facts_.model.empty() && model_ != facts_.model) model_ = facts_.model;
  end_.error = end_.error || facts_.error;
  end_.malformed = end_.malformed || facts_.malformed;
  if (facts_.protocol_end && !end_.protocol_end) {
    end_.protocol_end = true;
    stamps_.done = now;
  }
}

void StreamMeter::read_whole_body(Instant now) {
  if (body_too_long_) return;
  wire::read_body(dialect_, body_, facts_, places_);
  if (facts_.has_token()) ++token_events_;
  note_facts(now);
  end_.protocol_end = !facts_.malformed;
}

wire::StreamEnd StreamMeter::end() const {
  wire::StreamEnd end = end_;
  end.finished = !finish_reason_.empty();
  end.finish_error = finish_reason_ == "error";
  end.understood = dialect_ != Dialect::unknown && framing_ != Framing::opaque && !body_too_long_;
  return end;
}

void StreamMeter::report(Observation& observation) const {
  Stamps& stamps = observation.stamps;
  stamps.first_event = stamps_.first_event;
  stamps.first_token = stamps_.first_token;
  stamps.first_answer_token = stamps_.first_answer_token;
  stamps.last_token = stamps_.last_token;
  stamps.usage = stamps_.usage;
  stamps.done = stamps_.done;
  observation.token_events = token_events_;
  observation.gaps = gaps_;
  observation.finish_reason = escaped(finish_reason_);
  observation.code_language = code_.language();
  observation.version = escaped(version_.empty() ? model_ : version_);
  TokenCounts& tokens = observation.tokens;
  tokens.prompt = usage_.prompt;
  tokens.cached = usage_.cached;
  tokens.reasoning = usage_.reasoning;
  tokens.drafted = usage_.drafted;
  tokens.accepted = usage_.accepted;
  // A stream that broke off has the usage of its beginning at most.
  const bool as_many = usage_.output && (end_.protocol_end || *usage_.output >= token_events_);
  const bool counted = dialect_ == Dialect::embeddings ? usage_.prompt.has_value() : as_many;
  tokens.output = usage_.output;
  tokens.estimated = !counted;
  if (!counted && framing_ != Framing::body && dialect_ != Dialect::unknown) tokens.output = token_events_;
  if (usage_.cached) observation.prefix = *usage_.cached > 0 ? Prefix::hit : Prefix::miss;
}

}  // namespace foreshock::signals
