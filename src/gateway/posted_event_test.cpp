// Events that somebody posts: what is taken, and what is refused.
#include "gateway/posted_event.h"

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::posted_event_test {

constexpr Instant now{std::chrono::seconds(1'800'000'000)};

std::string refusal(std::string_view body) {
  const auto read = read_event(body, now);
  EXPECT_FALSE(read) << body;
  return read ? "" : read.error().what();
}

TEST(PostedEvent, AKindIsEnough) {
  const Event event = read_event(R"({"kind":"product_release"})", now).value();
  EXPECT_EQ(event.kind, EventKind::product_release);
  EXPECT_EQ(event.at, now);
  EXPECT_FALSE(event.until);
  EXPECT_EQ(event.scope, Stratum{});
  EXPECT_TRUE(event.posted);
}

TEST(PostedEvent, MaySayWhenWhereAndWhat) {
  const Event event = read_event(R"({"kind":"maintenance","at":"2027-01-15T08:00:00Z","until":1800003600,
      "text":"new disks","scope":{"replica":"a"}})",
                                 now)
                          .value();
  EXPECT_EQ(event.kind, EventKind::maintenance);
  EXPECT_EQ(event.at, now);
  EXPECT_EQ(event.until, now + std::chrono::hours(1));
  EXPECT_EQ(event.about, "new disks");
  EXPECT_EQ(event.scope, (Stratum{"replica", "a"}));
}

TEST(PostedEvent, IsOneLineWithoutControlCharacters) {
  for (const std::string_view text : {"a\\u001b[31m", "a\\nb", "\\u0000"})
    EXPECT_FALSE(read_event(fmt::format(R"({{"kind":"maintenance","text":"{}"}})", text), Instant{})) << text;
}

TEST(PostedEvent, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("{}"), "an event needs a 'kind'");
  EXPECT_EQ(refusal(R"({"kind":"product_relase"})"),
            "unknown kind of event 'product_relase'. Did you mean 'product_release'?");
  EXPECT_EQ(refusal(R"({"kind":"scale","untill":1})"), "unknown key 'untill'. Did you mean 'until'?");
  EXPECT_EQ(refusal(R"({"kind":"scale","at":1800000000,"until":1799999999})"), "'until' is before 'at'");
  EXPECT_EQ(refusal(R"({"kind":"scale","at":1700000000})"), "the event is more than 400 days away");
  EXPECT_NE(refusal(R"({"kind":"scale","at":"soon"})").find("'at' expected Unix seconds"), std::string::npos);
  EXPECT_NE(refusal(fmt::format(R"({{"kind":"scale","text":"{}"}})", std::string(501, 'x'))).find("'text'"),
            std::string::npos);
}

TEST(PostedEvent, ThatIsNestedTooDeeplyIsRefused) {
  for (const size_t depth : {2'000U, 2'000'000U}) {
    const std::string body =
        fmt::format(R"({{"kind":"restart","at":{}{}}})", std::string(depth, '['), std::string(depth, ']'));
    EXPECT_EQ(read_event(body, now).error().what(), "the body is nested too deeply");
  }
}

TEST(PostedEvent, GoesToTheSinkAndToNoBackend) {
  testkit::LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  testkit::Connection client = bed.connect();
  client.send(TestBed::post(events_path, R"({"kind":"scale","text":"two more"})"));
  const auto reply = client.receive_message();
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 202 ")) << reply.head;
  client.send(TestBed::post(events_path, R"({"kind":"sale"})"));
  const auto refused = client.receive_message();
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 400 ")) << "on the same connection: " << refused.head;
  EXPECT_EQ(error_of(refused)["code"], "bad_request");
  client.send("GET /v1/events HTTP/1.1\r\nHost: gateway\r\n\r\n");
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 405 "));
  const auto events = bed.collected.first_events(1);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].about, "two more");
  EXPECT_EQ(events[0].at, bed.clock.now());
}

}  // namespace foreshock::gateway::posted_event_test
