#include "console/console_test.h"

namespace foreshock::console::observations_answer_test {

using namespace std::chrono_literals;
using nlohmann::json;

class ObservationsAnswerTest : public ConsoleTest {
 protected:
  json list(std::string_view query = "") const {
    return get_json("/api/v1/observations" + std::string(query)).at("observations");
  }
};

Observation streamed(Instant accepted) {
  Observation observation;
  observation.id.number = 26;
  observation.stamps.accepted = accepted;
  observation.stamps.dequeued = accepted + 125ms;
  observation.stamps.sent = accepted + 250ms;
  observation.stamps.headers = accepted + 375ms;
  observation.stamps.first_event = accepted + 437500us;
  observation.stamps.first_token = accepted + 500ms;
  observation.stamps.first_answer_token = accepted + 750ms;
  observation.stamps.last_token = accepted + 2500ms;
  observation.stamps.usage = accepted + 2625ms;
  observation.stamps.done = accepted + 2750ms;
  observation.stamps.end = accepted + 3s;
  observation.status = 200;
  observation.tokens = TokenCounts{100, 64, 41, 8, false};
  observation.token_events = 41;
  observation.endpoint = "/v1/chat/completions";
  observation.model = "qwen3";
  observation.version = "qwen3-q4";
  observation.replica = "a";
  observation.start = Start::cold;
  observation.prefix = Prefix::hit;
  observation.finish_reason = "stop";
  observation.stream = true;
  return observation;
}

TEST_F(ObservationsAnswerTest, GivesAllThatIsKnown) {
  store_->take(streamed(clock_.now()));
  clock_.advance(4s);
  EXPECT_EQ(list(), json::parse(R"([{
    "id": "observation-000000000000001a", "model": "qwen3", "version": "qwen3-q4", "endpoint": "/v1/chat/completions", "backend": "a",
    "state": "ok", "error_class": "none", "status": 200, "stream": true, "accepted": 1800000000.0,
    "ttft_s": 0.5, "e2e_s": 2.5, "start": "cold", "prefix": "hit", "queue_s": 0.125,
    "prompt_tokens": 100, "output_tokens": 41, "reasoning_tokens": 8, "cached_tokens": 64,
    "tokens_estimated": false, "tokens_per_s": 20.0, "finish_reason": "stop",
    "stamps": {"dequeued": 0.125, "sent": 0.25, "headers": 0.375, "first_event": 0.4375, "first_token": 0.5,
               "first_answer_token": 0.75, "last_token": 2.5, "usage": 2.625, "done": 2.75, "end": 3.0}}])"));
}

TEST_F(ObservationsAnswerTest, GivesNullForWhatNeverCame) {
  Observation observation;
  observation.id.number = 1;
  observation.stamps.accepted = clock_.now();
  observation.stamps.end = clock_.now() + 1500ms;
  observation.state = TerminalState::timeout;
  store_->take(observation);
  EXPECT_EQ(list(), json::parse(R"([{
    "id": "observation-0000000000000001", "model": null, "version": null, "endpoint": null, "backend": null,
    "state": "timeout", "error_class": "timeout", "status": null, "stream": false, "accepted": 1800000000.0,
    "ttft_s": null, "e2e_s": 1.5, "start": null, "prefix": null, "queue_s": null,
    "prompt_tokens": null, "output_tokens": null, "reasoning_tokens": null, "cached_tokens": null,
    "tokens_estimated": false, "tokens_per_s": null, "finish_reason": null,
    "stamps": {"dequeued": null, "sent": null, "headers": null, "first_event": null, "first_token": null,
               "first_answer_token": null, "last_token": null, "usage": null, "done": null, "end": 1.5}}])"));
}

TEST_F(ObservationsAnswerTest, OneTokenHasNoRate) {
  Observation observation = streamed(clock_.now());
  observation.tokens.output = 1;
  store_->take(observation);
  observation.tokens.output = 41;
  observation.stamps.last_token = observation.stamps.first_token;
  store_->take(observation);
  EXPECT_TRUE(list().at(0).at("tokens_per_s").is_null());
  EXPECT_TRUE(list().at(1).at("tokens_per_s").is_null());
}

TEST_F(ObservationsAnswerTest, GivesTheLastHourNewestFirst) {
  for (uint64_t number = 1; number <= 60; ++number) {
    Observation observation = streamed(clock_.now());
    observation.id.number = number;
    store_->take(observation);
  }
  EXPECT_EQ(list().size(), 50U) << "the default";
  EXPECT_EQ(list("?limit=1000").size(), 60U);
  EXPECT_EQ(list("?limit=1").at(0).at("id"), "observation-000000000000003c");
  clock_.advance(3s + 1h);
  EXPECT_EQ(list().size(), 50U);
  clock_.advance(1s);
  EXPECT_EQ(list(), json::array());
}

class ObservationFilterTest : public ObservationsAnswerTest {
 protected:
  // Three that end after 3, 4 and 5 seconds.
  ObservationFilterTest() {
    Observation observation = streamed(clock_.now());
    for (const char* model : {"qwen3", "llama", "qwen3"}) {
      observation.model = model;
      ++observation.id.number;
      store_->take(observation);
      observation.stamps.end += 1s;
      observation.replica = "b";
      observation.state = TerminalState::truncated;
      observation.finish_reason = "length";
    }
    clock_.advance(6s);
  }

  // Last digits of the ids.
  std::string found(const std::string& query) const {
    std::string digits;
    for (const json& one : list(query)) digits += one.at("id").get<std::string>().back();
    return digits;
  }
};

TEST_F(ObservationFilterTest, GivesThoseThatEndedInTheTimesAsked) {
  EXPECT_EQ(found("?from=1800000003&to=1800000006"), "dcb");
  EXPECT_EQ(found("?from=1800000003.5&to=1800000005"), "c");
  EXPECT_EQ(found("?from=1800000004"), "dc");
  EXPECT_EQ(found("?to=1800000004"), "b");
  EXPECT_EQ(found("?from=1800000007&to=1800000009"), "") << "in the future";
  EXPECT_EQ(found("?from=1&to=1800000004"), "b") << "longer ago than any is kept";
}

TEST_F(ObservationFilterTest, GivesThoseNearestToATime) {
  EXPECT_EQ(found("?near=1800000003&limit=2"), "cb");
  EXPECT_EQ(found("?near=1800000005&limit=2"), "dc");
  EXPECT_EQ(found("?near=1800000004.2&limit=1"), "c");
  EXPECT_EQ(found("?near=1800000003&from=1800000004&limit=1"), "c");
  EXPECT_EQ(found("?near=1800000003&limit=10"), "dcb") << "newest first all the same";
}

TEST_F(ObservationFilterTest, GivesThoseOfAModelReplicaStateOrStratum) {
  EXPECT_EQ(found("?model=qwen3"), "db");
  EXPECT_EQ(found("?replica=b"), "dc");
  EXPECT_EQ(found("?state=truncated&model=qwen3"), "d");
  EXPECT_EQ(found("?stratum=finish:length"), "dc");
  EXPECT_EQ(found("?stratum=model:llama"), "c");
  EXPECT_EQ(found("?stratum=replica:b"), "") << "no stratum by the function that was handed in";
  EXPECT_EQ(found("?replica=b&limit=1"), "d") << "the limit counts those that are found";
}

TEST_F(ObservationFilterTest, AfterAnHourGivesThoseThatAreKeptForLong) {
  store_->flush();
  clock_.advance(2h);
  EXPECT_EQ(found(""), "");
  EXPECT_EQ(found("?from=1800000001"), "dc") << "the two that failed; the good one is not of the sample";
  EXPECT_EQ(found("?from=1800000001&to=1800000005"), "c");
}

TEST_F(ObservationFilterTest, RefusesBadFilters) {
  EXPECT_EQ(refusal("/api/v1/observations?state=timeot"),
            "state: there is no 'timeot'. Did you mean 'timeout'?");
  EXPECT_EQ(refusal("/api/v1/observations?from=5&to=5"), "from must be before to, found from 5 and to 5");
  EXPECT_EQ(refusal("/api/v1/observations?stratum=model"), "stratum must be dimension:value, found 'model'");
  EXPECT_EQ(refusal("/api/v1/observations?stratum=modle:a"),
            "stratum: there is no dimension 'modle'. Did you mean 'model'?");
}

TEST_F(ObservationsAnswerTest, AnyBytesOfAClientMakeValidJson) {
  Observation observation = streamed(clock_.now());
  observation.model = "\xff\"\n";
  store_->take(observation);
  EXPECT_EQ(list().at(0).at("model"), "\xef\xbf\xbd\"\n");
}

TEST_F(ObservationsAnswerTest, RefusesBadLimits) {
  for (const char* limit : {"0", "1001", "-1", "ten", "1.5", ""})
    EXPECT_EQ(refusal("/api/v1/observations?limit=" + std::string(limit)),
              "limit must be a number from 1 to 1000, found '" + std::string(limit) + "'");
  EXPECT_EQ(refusal("/api/v1/observations?limits=1"),
            "there is no parameter 'limits'. Did you mean 'limit'?");
}

}  // namespace foreshock::console::observations_answer_test
