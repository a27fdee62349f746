// Ratings of answers: what is taken, what is refused, and what becomes of them.
#include "gateway/feedback.h"

#include <algorithm>
#include <map>

#include "gateway/gateway_test_bed.h"
#include "gateway/rated_requests.h"

namespace foreshock::gateway::feedback_test {

using testkit::Connection;
using testkit::LoopbackServer;

std::string id_of(const Connection::Message& reply) {
  const size_t at = reply.head.find("x-foreshock-id: ");
  EXPECT_NE(at, std::string::npos) << reply.head;
  return reply.head.substr(at + 16, reply.head.find("\r\n", at) - at - 16);
}

std::string rating(std::string_view request, std::string_view value) {
  return fmt::format(R"({{"request":"{}","rating":{}}})", request, value);
}

TEST(Feedback, BecomesASampleInTheStrataOfTheAnswer) {
  LoopbackServer backend(answers(answer("application/json", R"({"choices":[]})")));
  TestBed bed(backend.url());
  const std::string id = id_of(bed.ask(chat, chat_request));
  bed.collected.first(1);
  Connection client = bed.connect();
  for (const char* value : {"\"up\"", "\"down\"", "0.25"}) {
    client.send(TestBed::post(feedback_path, rating(id, value)));
    const auto reply = client.receive_message();
    EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 202 ")) << reply.head;
    EXPECT_EQ(reply.body, R"({"accepted":true})");
  }
  std::map<std::string, std::vector<double>> values;  // by stratum
  for (const Sample& sample : bed.collected.first_samples(3 * 6)) {
    EXPECT_EQ(sample.key.signal, "thumbs_up");
    values[fmt::format("{}={}", sample.key.stratum.dimension, sample.key.stratum.value)].push_back(
        sample.value);
  }
  for (const char* stratum : {"=", "model=m", "replica=b0", "stream=true", "tools=false", "turn=1"})
    EXPECT_EQ(values[stratum], (std::vector<double>{1, 0, 0.25})) << stratum;
  EXPECT_EQ(bed.collected.first(1).size(), 1u) << "a rating is no request to an engine";
}

TEST(Feedback, OnAnAnswerThatIsForgottenCountsInTheTotalAlone) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  std::string first;
  for (size_t i = 0; i <= RatedRequests::kept; ++i) {
    client.send(TestBed::post(chat, chat_request));
    const auto reply = client.receive_message();
    if (i == 0) first = id_of(reply);
  }
  bed.collected.first(RatedRequests::kept + 1);
  client.send(TestBed::post(feedback_path, rating(first, "0")));
  EXPECT_TRUE(client.receive_message().whole);
  const auto samples = bed.collected.first_samples(1);
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_EQ(samples[0].key.stratum, Stratum{});
  EXPECT_EQ(samples[0].value, 0);
}

TEST(Feedback, IsJoinedToAnAnswerFromBeforeAReload) {
  LoopbackServer backend(answers(answer("application/json", R"({"choices":[]})")));
  TestBed bed(backend.url());
  const std::string id = id_of(bed.ask(chat, chat_request));
  bed.collected.first(1);
  GatewayOptions options;
  options.listen = "127.0.0.1:0";
  options.backends.push_back({.name = "b0", .url = backend.url(), .health = "off"});
  const auto successor = bed.gateway->succeed(options).value();
  bed.gateway.reset();
  Connection client = Connection::to(successor->address().port);
  client.send(TestBed::post(feedback_path, rating(id, "1")));
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 202 "));
  std::vector<Stratum> strata;
  for (const Sample& sample : bed.collected.first_samples(5)) strata.push_back(sample.key.stratum);
  EXPECT_NE(std::find(strata.begin(), strata.end(), Stratum{"replica", "b0"}), strata.end());
}

TEST(Feedback, SaysWhatIsWrongWithIt) {
  const auto error = [](std::string_view body) {
    const auto read = read_rating(body, 100);
    EXPECT_FALSE(read) << body;
    return read ? Error(Code::internal, "") : read.error();
  };
  EXPECT_EQ(error("nonsense").what(), "the body is no JSON object");
  EXPECT_EQ(error(R"({"request":"observation-0000000000000001"})").what(),
            "'rating' expected \"up\", \"down\" or a number from 0 to 1");
  for (const char* value : {"1.01", "-1", "\"good\"", "null", "[1]", "true"})
    EXPECT_EQ(error(rating("observation-0000000000000001", value)).code(), Code::bad_request) << value;
  EXPECT_EQ(error(rating("finding-0000000000000001", "1")).what(),
            "'request' expected the id of an answer, found 'finding-0000000000000001'");
  EXPECT_EQ(error(R"({"request":7,"rating":1})").what(), "'request' expected the id of an answer");
  EXPECT_EQ(error(R"({"request":"observation-0000000000000001","rating":1,"why":"x"})").what(),
            "unknown key 'why'");
  EXPECT_EQ(error(rating("observation-0000000000000064", "1")).code(), Code::not_found);
  EXPECT_EQ(error(std::string(5000, ' ')).code(), Code::too_large);
  EXPECT_FALSE(error("[]").hint().empty());
  EXPECT_TRUE(read_rating(rating("observation-0000000000000063", "1"), 100));
}

TEST(Feedback, IsRefusedOverHttpAndTheConnectionGoesOn) {
  TestBed bed("http://127.0.0.1:1");
  Connection client = bed.connect();
  client.send(TestBed::post(feedback_path, "{}"));
  const auto bad = client.receive_message();
  EXPECT_TRUE(bad.head.starts_with("HTTP/1.1 400 ")) << bad.head;
  EXPECT_EQ(error_of(bad)["code"], "bad_request");
  client.send(fmt::format("GET {} HTTP/1.1\r\nHost: x\r\n\r\n", feedback_path));
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 405 "));
  client.send(TestBed::post(feedback_path, rating("observation-0000000000000007", "1")));
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 404 "));
}

}  // namespace foreshock::gateway::feedback_test
