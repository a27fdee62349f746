#include "store/observation_record.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

namespace foreshock::store {
namespace observation_record_impl {

static_assert(std::endian::native == std::endian::little, "the file is little-endian");

constexpr int64_t absent = std::numeric_limits<int64_t>::min();

struct Fields {
  uint64_t number;
  int64_t end;  // all stamps: nanoseconds of UTC
  int64_t accepted, dequeued, sent, headers, first_event, first_token, first_answer_token, last_token, usage,
      done;
  int64_t prompt, cached, output, reasoning;
  int64_t token_events, turns;
  double weight;
  int32_t status;
  uint8_t state, start, prefix, flags;
  char endpoint[48], model[112], version[80], replica[64], finish_reason[32];
};
static_assert(sizeof(Fields) == observation_record_size);
static_assert(std::is_trivially_copyable_v<Fields>);

enum Flag : uint8_t { stream = 1, tools = 2, status_is_ours = 4, tokens_estimated = 8 };

int64_t from_stamp(const std::optional<Instant>& stamp) {
  return stamp ? stamp->time_since_epoch().count() : absent;
}
std::optional<Instant> to_stamp(int64_t value) {
  return value == absent ? std::nullopt : std::optional(Instant{Duration{value}});
}
std::optional<int64_t> to_count(int64_t value) {
  return value == absent ? std::nullopt : std::optional(value);
}

template <size_t size>
void put_text(char (&field)[size], std::string_view text) {
  if (text.size() > size) {
    size_t length = size;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
    text = text.substr(0, length);
  }
  std::copy(text.begin(), text.end(), field);
}
template <size_t size>
std::string to_text(const char (&field)[size]) {
  return std::string(field, strnlen(field, size));
}

void put_stamps(Fields& fields, const Stamps& stamps) {
  fields.accepted = stamps.accepted.time_since_epoch().count();
  fields.dequeued = from_stamp(stamps.dequeued);
  fields.sent = from_stamp(stamps.sent);
  fields.headers = from_stamp(stamps.headers);
  fields.first_event = from_stamp(stamps.first_event);
  fields.first_token = from_stamp(stamps.first_token);
  fields.first_answer_token = from_stamp(stamps.first_answer_token);
  fields.last_token = from_stamp(stamps.last_token);
  fields.usage = from_stamp(stamps.usage);
  fields.done = from_stamp(stamps.done);
  fields.end = stamps.end.time_since_epoch().count();
}

Stamps to_stamps(const Fields& fields) {
  Stamps stamps;
  stamps.accepted = Instant{Duration{fields.accepted}};
  stamps.dequeued = to_stamp(fields.dequeued);
  stamps.sent = to_stamp(fields.sent);
  stamps.headers = to_stamp(fields.headers);
  stamps.first_event = to_stamp(fields.first_event);
  stamps.first_token = to_stamp(fields.first_token);
  stamps.first_answer_token = to_stamp(fields.first_answer_token);
  stamps.last_token = to_stamp(fields.last_token);
  stamps.usage = to_stamp(fields.usage);
  stamps.done = to_stamp(fields.done);
  stamps.end = Instant{Duration{fields.end}};
  return stamps;
}

bool known(const Fields& fields) {
  return fields.state < terminal_state_count && fields.start <= static_cast<uint8_t>(Start::warm) &&
         fields.prefix <= static_cast<uint8_t>(Prefix::miss);
}

template <class Value>
Value field_at(const ObservationRecord& record, size_t offset) {
  Value value;
  std::memcpy(&value, record.data() + offset, sizeof value);
  return value;
}

}  // namespace observation_record_impl

ObservationRecord pack(const Observation& observation) {
  using namespace observation_record_impl;
  Fields fields{};
  fields.number = observation.id.number;
  put_stamps(fields, observation.stamps);
  fields.prompt = observation.tokens.prompt.value_or(absent);
  fields.cached = observation.tokens.cached.value_or(absent);
  fields.output = observation.tokens.output.value_or(absent);
  fields.reasoning = observation.tokens.reasoning.value_or(absent);
  fields.token_events = observation.token_events;
  fields.turns = observation.turns;
  fields.weight = observation.weight;
  fields.status = observation.status;
  fields.state = static_cast<uint8_t>(observation.state);
  fields.start = static_cast<uint8_t>(observation.start);
  fields.prefix = static_cast<uint8_t>(observation.prefix);
  fields.flags = static_cast<uint8_t>((observation.stream ? stream : 0) | (observation.tools ? tools : 0) |
                                      (observation.status_is_ours ? status_is_ours : 0) |
                                      (observation.tokens.estimated ? tokens_estimated : 0));
  put_text(fields.endpoint, observation.endpoint);
  put_text(fields.model, observation.model);
  put_text(fields.version, observation.version);
  put_text(fields.replica, observation.replica);
  put_text(fields.finish_reason, observation.finish_reason);
  return std::bit_cast<ObservationRecord>(fields);
}

std::optional<Observation> unpack(const ObservationRecord& record) {
  using namespace observation_record_impl;
  const auto fields = std::bit_cast<Fields>(record);
  if (!known(fields)) return std::nullopt;
  Observation observation;
  observation.id.number = fields.number;
  observation.stamps = to_stamps(fields);
  observation.tokens = TokenCounts{to_count(fields.prompt), to_count(fields.cached), to_count(fields.output),
                                   to_count(fields.reasoning), (fields.flags & tokens_estimated) != 0};
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

Instant end_of(const ObservationRecord& record) {
  using namespace observation_record_impl;
  return Instant{Duration{field_at<int64_t>(record, offsetof(Fields, end))}};
}

uint64_t number_of(const ObservationRecord& record) {
  using namespace observation_record_impl;
  return field_at<uint64_t>(record, offsetof(Fields, number));
}

}  // namespace foreshock::store
