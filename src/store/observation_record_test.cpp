#include "store/observation_record.h"

#include <gtest/gtest.h>

namespace foreshock::store::observation_record_test {

using namespace std::chrono_literals;

Observation full_observation() {
  Observation observation;
  observation.id.number = 0xABCDEF0123456789;
  const Instant accepted = at_unix_seconds(1.8e9);
  observation.stamps.accepted = accepted;
  Duration after{};
  for (auto* stamp : {&observation.stamps.dequeued, &observation.stamps.sent, &observation.stamps.headers,
                      &observation.stamps.first_event, &observation.stamps.first_token,
                      &observation.stamps.first_answer_token, &observation.stamps.last_token,
                      &observation.stamps.usage, &observation.stamps.done})
    *stamp = accepted + (after += 17ms);
  observation.stamps.end = accepted + 1s;
  observation.state = TerminalState::shed;
  observation.status = 503;
  observation.status_is_ours = true;
  observation.tokens = TokenCounts{100, 64, 32, 7, true};
  observation.token_events = 31;
  observation.endpoint = "/v1/chat/completions";
  observation.model = "qwen3";
  observation.version = "fp_1";
  observation.replica = "a";
  observation.finish_reason = "stop";
  observation.stream = observation.tools = true;
  observation.start = Start::cold;
  observation.prefix = Prefix::miss;
  observation.turns = 5;
  observation.weight = 10;
  observation.device = "H100";
  observation.zone = "east";
  observation.key = "c0ffee";
  observation.request_class = "code";
  observation.sampling = "greedy";
  observation.code_language = "python";
  observation.concurrency = 60;
  observation.session_age = 90s;
  observation.attempt = 2;
  observation.asked_again = true;
  return observation;
}

void expect_equal(const Observation& left, const Observation& right) {
  EXPECT_EQ(left.id, right.id);
  const auto stamps = [](const Stamps& s) {
    return std::tuple(s.accepted, s.dequeued, s.sent, s.headers, s.first_event, s.first_token,
                      s.first_answer_token, s.last_token, s.usage, s.done, s.end);
  };
  EXPECT_EQ(stamps(left.stamps), stamps(right.stamps));
  const auto tokens = [](const TokenCounts& t) {
    return std::tuple(t.prompt, t.cached, t.output, t.reasoning, t.estimated);
  };
  EXPECT_EQ(tokens(left.tokens), tokens(right.tokens));
  const auto rest = [](const Observation& o) {
    return std::tuple(o.state, o.status, o.status_is_ours, o.token_events, o.endpoint, o.model, o.version,
                      o.replica, o.finish_reason, o.stream, o.tools, o.start, o.prefix, o.turns, o.weight);
  };
  EXPECT_EQ(rest(left), rest(right));
  const auto strata = [](const Observation& o) {
    return std::tuple(o.device, o.zone, o.key, o.request_class, o.sampling, o.code_language, o.concurrency,
                      o.session_age, o.attempt, o.asked_again);
  };
  EXPECT_EQ(strata(left), strata(right));
}

TEST(ObservationRecord, ReadsBackAllThatIsKept) {
  const Observation observation = full_observation();
  const auto back = unpack(pack(observation));
  ASSERT_TRUE(back);
  expect_equal(*back, observation);
}

TEST(ObservationRecord, WhatNeverCameStaysAbsent) {
  Observation observation;
  observation.stamps.end = Instant{5s};
  const auto back = unpack(pack(observation));
  ASSERT_TRUE(back);
  expect_equal(*back, observation);
  EXPECT_FALSE(back->stamps.first_token);
  EXPECT_FALSE(back->tokens.output);
}

TEST(ObservationRecord, CutsTextBetweenCharacters) {
  Observation observation;
  observation.endpoint = std::string(47, 'x') + "é";
  observation.replica = std::string(64, 'y');
  const auto back = unpack(pack(observation));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->endpoint, std::string(47, 'x'));
  EXPECT_EQ(back->replica, std::string(64, 'y'));
}

TEST(ObservationRecord, WhatComesLastIsCutFirstWhenThereIsNoRoom) {
  Observation observation = full_observation();
  for (auto text : {&Observation::model, &Observation::replica, &Observation::version, &Observation::endpoint,
                    &Observation::finish_reason, &Observation::key, &Observation::code_language})
    observation.*text = std::string(300, 'x');
  const auto back = unpack(pack(observation));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->model, std::string(112, 'x'));
  EXPECT_EQ(back->version, std::string(80, 'x'));
  EXPECT_EQ(back->code_language, "");
}

TEST(ObservationRecord, RefusesTextsBehindItsEnd) {
  ObservationRecord record = pack(full_observation());
  record[168] = std::byte{255};
  record[168 + 256] = std::byte{255};
  EXPECT_FALSE(unpack(record));
}

TEST(ObservationRecord, CanBePeekedInto) {
  const Observation observation = full_observation();
  EXPECT_EQ(end_of(pack(observation)), observation.stamps.end);
  EXPECT_EQ(number_of(pack(observation)), observation.id.number);
}

TEST(ObservationRecord, RefusesAnUnknownState) {
  ObservationRecord record = pack(full_observation());
  const size_t state_at = 8 * 20 + 4;
  ASSERT_EQ(record[state_at], std::byte{static_cast<uint8_t>(TerminalState::shed)});
  record[state_at] = std::byte{terminal_state_count};
  EXPECT_FALSE(unpack(record));
}

}  // namespace foreshock::store::observation_record_test
