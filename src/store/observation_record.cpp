#include "store/observation_record.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

#include "store/observation_stamps.h"

namespace foreshock::store {
namespace observation_record_impl {

static_assert(std::endian::native == std::endian::little, "the file is little-endian");

struct Fields {
  uint64_t number;
  StampFields stamps;
  TokenFields tokens;
  int64_t session_age;  // nanoseconds
  double weight;
  uint32_t token_events, turns, concurrency, attempt;
  int32_t status;
  uint8_t state, start, prefix, flags;
  char texts[328];
};
static_assert(sizeof(Fields) == observation_record_size);
static_assert(std::is_trivially_copyable_v<Fields>);

enum Flag : uint8_t { stream = 1, tools = 2, status_is_ours = 4, tokens_estimated = 8, asked_again = 16 };

// The texts of a record one after the other, each behind its length: what comes first is cut last.
struct Text {
  std::string Observation::*member;
  size_t longest;
};
constexpr std::array texts = {
    Text{&Observation::model, 112},        Text{&Observation::replica, 64},
    Text{&Observation::version, 80},       Text{&Observation::endpoint, 48},
    Text{&Observation::finish_reason, 32}, Text{&Observation::request_class, 32},
    Text{&Observation::key, 64},           Text{&Observation::zone, 32},
    Text{&Observation::device, 32},        Text{&Observation::sampling, 16},
    Text{&Observation::code_language, 24},
};

std::string_view cut(std::string_view text, size_t longest) {
  if (text.size() <= longest) return text;
  while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0) == 0x80) --longest;
  return text.substr(0, longest);
}

void put_texts(std::span<char> field, const Observation& observation) {
  size_t at = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t lengths_to_come = texts.size() - i;
    const auto text =
        cut(observation.*texts[i].member, std::min(texts[i].longest, field.size() - at - lengths_to_come));
    field[at++] = static_cast<char>(text.size());
    std::copy(text.begin(), text.end(), field.begin() + static_cast<std::ptrdiff_t>(at));
    at += text.size();
  }
}

bool take_texts(std::span<const char> field, Observation& observation) {
  size_t at = 0;
  for (const Text& text : texts) {
    if (at >= field.size()) return false;
    const size_t length = static_cast<unsigned char>(field[at++]);
    if (length > field.size() - at) return false;
    observation.*text.member = std::string(field.data() + at, length);
    at += length;
  }
  return true;
}

uint32_t to_field(int64_t count) {
  return static_cast<uint32_t>(std::clamp<int64_t>(count, 0, std::numeric_limits<uint32_t>::max()));
}

uint8_t flags_of(const Observation& observation) {
  return static_cast<uint8_t>((observation.stream ? stream : 0) | (observation.tools ? tools : 0) |
                              (observation.status_is_ours ? status_is_ours : 0) |
                              (observation.tokens.estimated ? tokens_estimated : 0) |
                              (observation.asked_again ? asked_again : 0));
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
  fields.stamps = to_fields(observation.stamps);
  fields.tokens = to_fields(observation.tokens);
  fields.session_age = observation.session_age ? observation.session_age->count() : absent_field;
  fields.weight = observation.weight;
  fields.token_events = to_field(observation.token_events);
  fields.turns = to_field(observation.turns);
  fields.concurrency = to_field(observation.concurrency);
  fields.attempt = to_field(observation.attempt);
  fields.status = observation.status;
  fields.state = static_cast<uint8_t>(observation.state);
  fields.start = static_cast<uint8_t>(observation.start);
  fields.prefix = static_cast<uint8_t>(observation.prefix);
  fields.flags = flags_of(observation);
  put_texts(fields.texts, observation);
  return std::bit_cast<ObservationRecord>(fields);
}

std::optional<Observation> unpack(const ObservationRecord& record) {
  using namespace observation_record_impl;
  const auto fields = std::bit_cast<Fields>(record);
  Observation observation;
  if (!known(fields) || !take_texts(fields.texts, observation)) return std::nullopt;
  observation.id.number = fields.number;
  observation.stamps = from_fields(fields.stamps);
  observation.tokens = from_fields(fields.tokens, (fields.flags & tokens_estimated) != 0);
  if (fields.session_age != absent_field) observation.session_age = Duration{fields.session_age};
  observation.weight = fields.weight;
  observation.token_events = fields.token_events;
  observation.turns = fields.turns;
  observation.concurrency = fields.concurrency;
  observation.attempt = fields.attempt;
  observation.status = fields.status;
  observation.state = static_cast<TerminalState>(fields.state);
  observation.start = static_cast<Start>(fields.start);
  observation.prefix = static_cast<Prefix>(fields.prefix);
  observation.stream = (fields.flags & stream) != 0;
  observation.tools = (fields.flags & tools) != 0;
  observation.status_is_ours = (fields.flags & status_is_ours) != 0;
  observation.asked_again = (fields.flags & asked_again) != 0;
  return observation;
}

Instant end_of(const ObservationRecord& record) {
  using namespace observation_record_impl;
  return Instant{Duration{field_at<int64_t>(record, offsetof(Fields, stamps) + offsetof(StampFields, end))}};
}

uint64_t number_of(const ObservationRecord& record) {
  using namespace observation_record_impl;
  return field_at<uint64_t>(record, offsetof(Fields, number));
}

}  // namespace foreshock::store
