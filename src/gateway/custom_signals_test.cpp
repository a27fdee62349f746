// Signals of users: posted, in a field of the head, in a field of the JSON.
#include "gateway/custom_signals.h"

#include "gateway/gateway_test_bed.h"
#include "gateway/posted_signals.h"
#include "wire/key_hash.h"

namespace foreshock::gateway::custom_signals_test {

constexpr Instant now{std::chrono::seconds(1'800'000'000)};
const std::vector<std::string_view> dimensions = {"replica", "model"};

Result<std::vector<Sample>> read(std::string_view body, SignalCatalog& catalog) {
  return read_signals(body, now, dimensions, catalog);
}
std::string refusal(std::string_view body) {
  SignalCatalog catalog(signals::signal_specs());
  const auto samples = read(body, catalog);
  EXPECT_FALSE(samples) << body;
  return samples ? "" : samples.error().what();
}

TEST(PostedSignals, DeclareWhatTheyAreAndCountInEachStratum) {
  SignalCatalog catalog(signals::signal_specs());
  const auto samples = read(R"({"name":"csat","unit":"ratio","direction":"higher_is_better","value":0.9,
                                "at":1799999999,"strata":{"replica":"a","model":"m"}})",
                            catalog)
                           .value();
  ASSERT_EQ(samples.size(), 3);
  EXPECT_EQ(samples[0].key, (SeriesKey{"csat", {}}));
  EXPECT_EQ(samples[1].key.stratum, (Stratum{"model", "m"}));
  EXPECT_EQ(samples[2].key.stratum, (Stratum{"replica", "a"}));
  EXPECT_EQ(samples[0].value, 0.9);
  EXPECT_EQ(samples[0].at, now - std::chrono::seconds(1));
  EXPECT_EQ(catalog.find("csat")->direction, Direction::higher_is_better);
  EXPECT_EQ(read(R"({"name":"csat","value":0.8})", catalog)->size(), 1) << "it is known what it is";
}

TEST(PostedSignals, MayBeMany) {
  SignalCatalog catalog(signals::signal_specs());
  const auto samples =
      read(R"({"signals":[{"name":"a","value":1},{"name":"b","value":2}]})", catalog).value();
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[1].key.signal, "b");
  EXPECT_EQ(samples[1].at, now);
}

TEST(PostedSignals, SayWhatIsWrong) {
  EXPECT_EQ(refusal("{}"), "'value' expected a number, 1e+15 at most");
  EXPECT_EQ(refusal(R"({"value":1})"), "a signal needs a 'name'");
  EXPECT_EQ(refusal(R"({"name":"a","value":1e300})"), "'value' expected a number, 1e+15 at most");
  EXPECT_EQ(refusal(R"({"name":"ttft","unit":"s","direction":"lower_is_better","value":1})"),
            "'ttft' is a signal of Foreshock's own");
  EXPECT_EQ(refusal(R"({"name":"a","direction":"up","value":1})"), "'up' is no direction");
  EXPECT_EQ(refusal(R"({"name":"a","value":1,"strata":{"replika":"a"}})"),
            "there is no dimension 'replika'. Did you mean 'replica'?");
  EXPECT_EQ(refusal(R"({"name":"a","value":1,"strata":{"replica":1}})"),
            "'replica' of 'strata' expected a text of 1 to 200 bytes");
  EXPECT_EQ(refusal(R"({"name":"a","value":1,"at":1700000000})"),
            "'at' is more than 48 hours ago, or in the future");
  EXPECT_EQ(refusal(R"({"signals":[]})"), "'signals' stands alone, a list of 1 to 100");
  EXPECT_EQ(refusal(R"({"signals":[{"name":"a","value":1,"unti":"s"}]})"),
            "unknown key 'unti'. Did you mean 'unit'?");
}

TEST(PostedSignals, GoToTheSeriesAndToNoBackend) {
  testkit::LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  const auto reply =
      bed.ask(signals_path, R"({"name":"csat","unit":"ratio","direction":"higher_is_better","value":0.9})");
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 202 ")) << reply.head;
  const auto samples = bed.collected.first_samples(1);
  ASSERT_EQ(samples.size(), 1);
  EXPECT_EQ(samples[0].key.signal, "csat");
  const auto refused = bed.ask(signals_path, R"({"name":"csat","unit":"points","value":3})");
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 400 ")) << refused.head;
  EXPECT_EQ(error_of(refused)["message"],
            "'csat' is a signal in 'ratio', higher_is_better. Give another meaning another name.");
}

GatewayOptions with(CustomSignalOptions signal) {
  GatewayOptions options;
  options.signals = {std::move(signal)};
  return options;
}

std::vector<Observation::Custom> custom_of(TestBed& bed, std::string_view body,
                                           std::string_view fields = "") {
  bed.ask(chat, body, fields);
  return bed.collected.first(1).at(0).custom;
}

TEST(CustomSignals, StandInAFieldOfTheHead) {
  testkit::LoopbackServer backend(answers(
      "HTTP/1.1 200 OK\r\nx-score: 7\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"));
  TestBed answered(backend.url(), with({.name = "score", .header = "X-Score"}));
  const auto of_answer = custom_of(answered, chat_request, "x-score: 3\r\n");
  ASSERT_EQ(of_answer.size(), 1);
  EXPECT_EQ(of_answer[0].signal, "score");
  EXPECT_EQ(of_answer[0].value, 7) << "that of the answer goes before that of the request";
  TestBed asked(backend.url(), with({.name = "urgency", .header = "x-urgency"}));
  EXPECT_EQ(custom_of(asked, chat_request, "x-urgency: 2.5\r\n").at(0).value, 2.5);
  TestBed wrong(backend.url(), with({.name = "urgency", .header = "x-urgency"}));
  EXPECT_TRUE(custom_of(wrong, chat_request, "x-urgency: high\r\n").empty());
}

TEST(CustomSignals, StandInAFieldOfTheJson) {
  testkit::LoopbackServer plain(
      answers(answer("application/json", R"({"choices":[],"scores":{"safe":true}})")));
  TestBed whole(plain.url(), with({.name = "safe", .unit = "ratio", .field = "/scores/safe"}));
  EXPECT_EQ(custom_of(whole, R"({"model":"m","messages":[]})").at(0).value, 1);
  TestBed request(plain.url(), with({.name = "tier", .field = "/metadata/tier"}));
  EXPECT_EQ(custom_of(request, R"({"model":"m","messages":[],"metadata":{"tier":3}})").at(0).value, 3);

  testkit::LoopbackServer streaming(answers(
      answer("text/event-stream",
             token_event("a") +
                 "data: {\"choices\":[],\"score\":0.25}\n\ndata: {\"score\":0.5}\n\ndata: [DONE]\n\n")));
  TestBed streamed(streaming.url(), with({.name = "score", .field = "/score"}));
  EXPECT_EQ(custom_of(streamed, chat_request).at(0).value, 0.5) << "the last one";
}

TEST(CustomSignals, AConfigurationThatCannotBeIsRefused) {
  const auto refused = [](CustomSignalOptions signal) {
    VirtualClock clock;
    Collected collected;
    SignalCatalog catalog(signals::signal_specs());
    GatewayOptions options = with(std::move(signal));
    options.listen = "127.0.0.1:0";
    options.backends.push_back({"a", "http://127.0.0.1:1", "auto", ""});
    const auto started = Gateway::start(options, clock, collected, collected, 1, {.signals = &catalog});
    EXPECT_FALSE(started);
    return started ? "" : std::string(started.error().what());
  };
  EXPECT_EQ(refused({.name = "a", .field = "score"}), "signal 'a': field is no JSON pointer: 'score'");
  EXPECT_EQ(refused({.name = "a", .direction = "up", .header = "x"}), "'up' is no direction");
}

TEST(CustomSignals, OneThatSomebodyPostedOtherwiseHoldsUpNoConfiguration) {
  VirtualClock clock;
  Collected collected;
  SignalCatalog catalog(signals::signal_specs());
  ASSERT_TRUE(catalog.declare({"score", "points", Direction::neutral}));
  GatewayOptions options = with({.name = "score", .unit = "ratio", .header = "x-score"});
  options.listen = "127.0.0.1:0";
  options.backends.push_back({"a", "http://127.0.0.1:1", "auto", ""});
  EXPECT_TRUE(Gateway::start(options, clock, collected, collected, 1, {.signals = &catalog}));
}

TEST(PostedSignals, LeaveRoomForThoseOfTheConfiguration) {
  SignalCatalog catalog(signals::signal_specs());
  for (size_t i = 0; i < SignalCatalog::most_posted; ++i)
    EXPECT_TRUE(read(fmt::format(R"({{"name":"s{}","value":1}})", i), catalog));
  EXPECT_EQ(read(R"({"name":"more","value":1})", catalog).error().code(), Code::overloaded);
  EXPECT_TRUE(read(R"({"name":"s0","value":1})", catalog)) << "it is known";
  EXPECT_TRUE(catalog.declare({"safety", "ratio", Direction::higher_is_better}));
}

TEST(PostedSignals, CountAsRequestsOfTheKey) {
  testkit::LoopbackServer backend(answers(answer("application/json", "{}")));
  GatewayOptions options;
  KeyOptions key;
  key.name = "pusher";
  key.hash = wire::hash_of_key("a-key-of-twenty-or-more");
  key.scopes = Scopes::parse("signals").value();
  key.requests_per_minute = 10;
  options.keys.push_back(key);
  TestBed bed(backend.url(), options);
  int taken = 0, refused = 0;
  for (int i = 0; i < 30; ++i) {
    const auto reply = bed.ask(signals_path, R"({"name":"a","value":1})",
                               "Authorization: Bearer a-key-of-twenty-or-more\r\n");
    taken += reply.head.starts_with("HTTP/1.1 202 ") ? 1 : 0;
    refused += reply.head.starts_with("HTTP/1.1 429 ") ? 1 : 0;
  }
  EXPECT_EQ(taken, 10);
  EXPECT_EQ(refused, 20);
}

}  // namespace foreshock::gateway::custom_signals_test
