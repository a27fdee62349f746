// What a ServedReplica does when a plan says that something goes wrong.
#include <gmock/gmock.h>

#include "enginesim/served_replica_test.h"
#include "enginesim/tokens.h"

namespace foreshock::enginesim::served_faults_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

using ServedFaults = ServedReplicaTest;

TEST_F(ServedFaults, ResetsBeforeTheFirstByte) {
  for (const Fate fate : {Fate::refused, Fate::reset}) {
    planner.next.fate = fate;
    EXPECT_TRUE(resets(post("")));
  }
  EXPECT_EQ(planner.begun, 0);
}

TEST_F(ServedFaults, RefusesBeforeTheFirstByte) {
  planner.next.fate = Fate::server_error;
  const Reply error = stream();
  EXPECT_EQ(error.status, 500);
  EXPECT_TRUE(error.parsed()["error"].contains("message"));
  planner.next.fate = Fate::rate_limited;
  const Reply limited = chat();
  EXPECT_EQ(limited.status, 429);
  EXPECT_EQ(limited.retry_after, "1");
  planner.next.fate = Fate::served;
  planner.next.malformed = true;
  EXPECT_EQ(chat().status, 400);
  EXPECT_EQ(planner.begun, 0);
}

TEST_F(ServedFaults, IsSilentUntilTheClientLeaves) {
  planner.next.fate = Fate::silent;
  start();
  net::RawClient raw(served->address().port);
  raw.send(post(""));
  EXPECT_TRUE(becomes([&] { return planner.planned == 1; }));
  EXPECT_EQ(ask("GET", "/health").status, 200);
  served->stop();
  EXPECT_EQ(raw.read_to_end(), "");
  EXPECT_EQ(planner.begun, 0);
}

TEST_F(ServedFaults, PutsAnErrorInsideTheStream) {
  planner.next.answer.in_band = true;
  const std::string bytes = stream().body;
  const auto events = events_of(bytes);
  ASSERT_EQ(events.size(), 1u + 12 + 1);
  EXPECT_TRUE(json::parse(events[13])["error"]["message"].is_string()) << events[13];
  EXPECT_THAT(bytes, Not(HasSubstr("\"finish_reason\":\"")));
  EXPECT_TRUE(chat().parsed().contains("error"));
  EXPECT_EQ(metric("request_success_total", "stop"), 0);
  EXPECT_EQ(metric("request_success_total", "abort"), 2);
}

TEST_F(ServedFaults, CutsTheAnswerWithoutAFinish) {
  planner.next.answer.cut = true;
  const std::string bytes = stream().body;
  EXPECT_EQ(events_of(bytes).size(), 1u + 12);
  EXPECT_THAT(bytes, Not(HasSubstr("\"finish_reason\":\"")));
  EXPECT_THAT(chat().body, HasSubstr("[")) << "a whole answer that breaks off has no end";
}

TEST_F(ServedFaults, SpendsTokensAndSendsNothing) {
  planner.next.answer.flaws.empty = true;
  const auto chunks = chunks_of(stream());
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(text_of(chunks), "");
  EXPECT_EQ(chunks[1]["choices"][0]["finish_reason"], "stop");
  EXPECT_EQ(chunks[2]["usage"]["completion_tokens"], 12);
}

TEST_F(ServedFaults, StopsAtTheLimit) {
  planner.next.answer.at_limit = true;
  EXPECT_EQ(chat().parsed()["choices"][0]["finish_reason"], "length");
  EXPECT_EQ(metric("request_success_total", "length"), 1);
}

TEST_F(ServedFaults, TellsTheRoleLongBeforeTheFirstToken) {
  planner.next.answer.early_role = true;
  planner.next.request.first_token_add = 3600;
  start();
  net::RawClient raw(served->address().port);
  raw.send(post(R"(,"stream":true)"));
  EXPECT_THAT(raw.read_through("\n\n"), HasSubstr("\"role\":\"assistant\""));
}

TEST_F(ServedFaults, PacksTokensTogether) {
  planner.next.answer.tokens_a_chunk = 5;
  const auto chunks = chunks_of(stream());
  std::vector<int64_t> tokens;
  for (const json& chunk : chunks)
    for (const json& one : chunk["choices"])
      if (const int64_t count = count_tokens(one["delta"].value("content", "")); count > 0)
        tokens.push_back(count);
  EXPECT_THAT(tokens, testing::ElementsAre(1, 5, 5, 1));
}

TEST_F(ServedFaults, CountsOtherTokensForTheSameText) {
  planner.next.answer.tokens_per_char = 2;
  const auto chunks = chunks_of(stream());
  EXPECT_EQ(count_tokens(text_of(chunks)), 6);
  EXPECT_EQ(chunks.back()["usage"]["completion_tokens"], 12);
}

constexpr const char* tool =
    R"(,"tools":[{"type":"function","function":{"name":"f","parameters":
    {"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}])";

TEST_F(ServedFaults, SpoilsToolCalls) {
  planner.next.tool_due = true;
  planner.next.answer.call_missing = true;
  const json missing = chat(tool).parsed()["choices"][0];
  EXPECT_FALSE(missing["message"].contains("tool_calls"));
  EXPECT_EQ(missing["finish_reason"], "stop");
  EXPECT_EQ(count_tokens(missing["message"]["content"].get<std::string>()), 12);

  const auto arguments = [&] {
    const json message = chat(std::string(tool) + R"(,"temperature":0)").parsed()["choices"][0]["message"];
    return message["tool_calls"][0]["function"]["arguments"].get<std::string>();
  };
  planner.next.answer.call_missing = false;
  const std::string right = arguments();
  EXPECT_TRUE(json::accept(right)) << right;
  planner.next.answer.flaws.tool_duplicate_args = true;
  EXPECT_EQ(arguments(), right + right);
}

TEST_F(ServedFaults, RefusesWhatTheReplicaRefuses) {
  options.spec.queue = 0;
  options.spec.context = 100;
  const Reply full = chat();
  EXPECT_EQ(full.status, 429);
  EXPECT_EQ(full.retry_after, "1");
  planner.next.request.prompt_tokens = 101;
  const Reply longer = chat();
  EXPECT_EQ(longer.status, 400);
  EXPECT_EQ(longer.parsed()["error"]["code"], "context_length_exceeded");
  EXPECT_EQ(planner.begun, 0);
}

}  // namespace foreshock::enginesim::served_faults_test
