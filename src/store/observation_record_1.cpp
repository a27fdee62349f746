#include "store/observation_record_1.h"

#include <bit>
#include <cstring>
#include <string>

#include "store/observation_stamps.h"

namespace foreshock::store {
namespace observation_record_1_impl {

struct Fields {
  uint64_t number;
  StampFields stamps;
  TokenFields tokens;
  int64_t token_events, turns;
  double weight;
  int32_t status;
  uint8_t state, start, prefix, flags;
  char endpoint[48], model[112], version[80], replica[64], finish_reason[32];
};
static_assert(sizeof(Fields) == observation_record_size);

enum Flag : uint8_t { stream = 1, tools = 2, status_is_ours = 4, tokens_estimated = 8 };

template <size_t size>
std::string to_text(const char (&field)[size]) {
  return std::string(field, strnlen(field, size));
}

}  // namespace observation_record_1_impl

std::optional<Observation> unpack_version_1(const ObservationRecord& record) {
  using namespace observation_record_1_impl;
  const auto fields = std::bit_cast<Fields>(record);
  if (fields.state >= terminal_state_count || fields.start > static_cast<uint8_t>(Start::warm) ||
      fields.prefix > static_cast<uint8_t>(Prefix::miss))
    return std::nullopt;
  Observation observation;
  observation.id.number = fields.number;
  observation.stamps = from_fields(fields.stamps);
  observation.tokens = from_fields(fields.tokens, (fields.flags & tokens_estimated) != 0);
  observation.token_events = fields.token_events;
  observation.turns = fields.turns;
  observation.weight = fields.weight;
  observation.status = fields.status;
  observation.state = static_cast<TerminalState>(fields.state);
  observation.start = static_cast<Start>(fields.start);
  observation.prefix = static_cast<Prefix>(fields.prefix);
  observation.stream = (fields.flags & stream) != 0;
  observation.tools = (fields.flags & tools) != 0;
  observation.status_is_ours = (fields.flags & status_is_ours) != 0;
  observation.endpoint = to_text(fields.endpoint);
  observation.model = to_text(fields.model);
  observation.version = to_text(fields.version);
  observation.replica = to_text(fields.replica);
  observation.finish_reason = to_text(fields.finish_reason);
  return observation;
}

}  // namespace foreshock::store
