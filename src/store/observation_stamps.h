#pragma once
// Stamps and token counts as fixed fields of a record: what never came is the lowest number.
#include <cstdint>
#include <limits>

#include "core/observation.h"

namespace foreshock::store {

inline constexpr int64_t absent_field = std::numeric_limits<int64_t>::min();

// Nanoseconds of UTC.
struct StampFields {
  int64_t end, accepted, dequeued, sent, headers, first_event, first_token, first_answer_token, last_token,
      usage, done;
};

struct TokenFields {
  int64_t prompt, cached, output, reasoning;
};

inline int64_t to_field(const std::optional<Instant>& stamp) {
  return stamp ? stamp->time_since_epoch().count() : absent_field;
}
inline std::optional<Instant> to_stamp(int64_t field) {
  return field == absent_field ? std::nullopt : std::optional(Instant{Duration{field}});
}
inline std::optional<int64_t> to_count(int64_t field) {
  return field == absent_field ? std::nullopt : std::optional(field);
}

inline StampFields to_fields(const Stamps& stamps) {
  return {to_field(stamps.end),         to_field(stamps.accepted),
          to_field(stamps.dequeued),    to_field(stamps.sent),
          to_field(stamps.headers),     to_field(stamps.first_event),
          to_field(stamps.first_token), to_field(stamps.first_answer_token),
          to_field(stamps.last_token),  to_field(stamps.usage),
          to_field(stamps.done)};
}

inline Stamps from_fields(const StampFields& fields) {
  return {Instant{Duration{fields.accepted}},
          to_stamp(fields.dequeued),
          to_stamp(fields.sent),
          to_stamp(fields.headers),
          to_stamp(fields.first_event),
          to_stamp(fields.first_token),
          to_stamp(fields.first_answer_token),
          to_stamp(fields.last_token),
          to_stamp(fields.usage),
          to_stamp(fields.done),
          Instant{Duration{fields.end}}};
}

inline TokenFields to_fields(const TokenCounts& tokens) {
  return {tokens.prompt.value_or(absent_field), tokens.cached.value_or(absent_field),
          tokens.output.value_or(absent_field), tokens.reasoning.value_or(absent_field)};
}

inline TokenCounts from_fields(const TokenFields& fields, bool estimated) {
  return {to_count(fields.prompt), to_count(fields.cached), to_count(fields.output),
          to_count(fields.reasoning), estimated};
}

}  // namespace foreshock::store
