#include "gateway/client_keys.h"

#include "gateway/gateway_test_bed.h"
#include "wire/key_hash.h"

namespace foreshock::gateway::client_keys_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

using wire::hash_of_key;

// A gateway that gave keys to ann and bob, ann's with a limit; it notes what the backend was sent.
class Access {
 public:
  explicit Access(std::string backend_key = "") {
    GatewayOptions options;
    options.keys = {{"ann", hash_of_key("key-of-ann"), 2, 0, 0, {}},
                    {"bob", hash_of_key("key-of-bob"), 0, 0, 0, {}},
                    {"desk", hash_of_key("key-of-desk"), 0, 0, 0, *Scopes::parse("events, feedback")}};
    options.backends.push_back({"b", backend.url(), "auto", std::move(backend_key)});
    bed.emplace(std::vector<std::string>{}, options);
  }
  Connection::Message ask(std::string_view fields, std::string_view path = chat) {
    return bed->ask(path, chat_request, fields);
  }

  std::string seen;
  LoopbackServer backend{[this](Connection& connection) {
    for (auto request = connection.receive_message(); request.whole; request = connection.receive_message()) {
      seen = request.head;
      connection.send(answer("application/json", R"({"choices":[]})"));
    }
  }};
  std::optional<TestBed> bed;
};

TEST(Access, AKeyIsTakenInEveryFieldThatClientsUse) {
  Access access;
  for (const std::string_view field :
       {"Authorization: Bearer key-of-bob", "authorization: bearer  key-of-bob", "x-api-key: key-of-bob",
        "api-key: key-of-bob", "x-goog-api-key: key-of-bob", "X-Auth-Token: key-of-bob"}) {
    EXPECT_TRUE(access.ask(fmt::format("{}\r\n", field)).head.starts_with("HTTP/1.1 200 ")) << field;
    EXPECT_EQ(access.seen.find("key-of-bob"), std::string::npos) << "ours goes no further";
  }
  for (const Observation& observation : access.bed->collected.first(6)) EXPECT_EQ(observation.key, "bob");
}

TEST(Access, AKeyInTheQueryIsTakenAndGoesNoFurther) {
  Access access;
  for (const std::string_view query : {"key=key-of-bob", "beta=1&api_key=key-of-bob", "API%5FKEY=key-of-bob",
                                       "access_token=key%2Dof%2Dbob&beta=1"}) {
    const auto reply = access.ask("", fmt::format("{}?{}", chat, query));
    EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 ")) << query;
    const std::string left = query.find("beta") == std::string_view::npos ? "" : "?beta=1";
    EXPECT_TRUE(access.seen.starts_with(fmt::format("POST {}{} HTTP/1.1\r\n", chat, left))) << access.seen;
  }
}

TEST(Access, WhereverAClientPutsItsKeyTheBackendDoesNotSeeIt) {
  Access access;
  for (const std::string_view more :
       {"x-litellm-api-key: key-of-bob", "Cookie: session=key-of-bob",
        "Proxy-Authorization: Bearer key-of-bob", "Referer: https://a.test/?k=key-of-bob",
        "Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.key-of-bob",
        "api-key: key-of-another-service"}) {
    (void)access.ask(fmt::format("Authorization: Bearer key-of-bob\r\n{}\r\n", more),
                     "/v1/chat/completions?x=key-of-bob");
    EXPECT_TRUE(access.seen.starts_with("POST ")) << more;
    EXPECT_EQ(access.seen.find("key-of-"), std::string::npos) << access.seen;
    access.seen.clear();
  }
  EXPECT_TRUE(
      access.ask("x-api-key: key-of-bob\r\n", "/key-of-bob/v1/messages").head.starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(access.ask("", "http://u:key-of-bob@h/v1/messages").head.starts_with("HTTP/1.1 400 "));
  EXPECT_EQ(access.seen, "");
}

TEST(Access, AKeyServesWhatItsScopesSay) {
  Access access;
  const auto post = [&](std::string_view key, std::string_view path, std::string_view body) {
    return access.bed->ask(path, body, fmt::format("x-api-key: {}\r\n", key));
  };
  const std::string event = R"({"kind":"maintenance"})";
  const auto refused = post("key-of-bob", "/v1/events", event);
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 403 ")) << refused.head;
  EXPECT_NE(error_of(refused)["message"].get<std::string>().find("lacks the scope 'events'"),
            std::string::npos);
  EXPECT_NE(
      error_of(post("key-of-bob", "/v1/feedback", "{}"))["message"].get<std::string>().find("'feedback'"),
      std::string::npos);
  EXPECT_TRUE(post("key-of-desk", "/v1/events", event).head.starts_with("HTTP/1.1 202 "));
  EXPECT_TRUE(post("key-of-desk", chat, chat_request).head.starts_with("HTTP/1.1 403 "));
  EXPECT_TRUE(access.bed->ask("/v1/events?key=key-of-desk", event).head.starts_with("HTTP/1.1 202 "));
  EXPECT_EQ(access.seen, "");
}

TEST(Access, WithoutAKnownKeyNothingIsAsked) {
  Access access;
  for (const std::string_view field :
       {"", "Authorization: Bearer key-of-eve\r\n", "Authorization: key-of-bob\r\n",
        "Authorization: Bearer \r\n", "x-api-key: \r\n"}) {
    const auto reply = access.ask(field);
    EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 401 ")) << field;
    EXPECT_EQ(error_of(reply)["code"], "unauthorized");
  }
  EXPECT_TRUE(access.ask("", "/v1/feedback").head.starts_with("HTTP/1.1 401 "));
  EXPECT_TRUE(access.ask("", "/v1/messages").body.starts_with(R"({"error":)"));
  EXPECT_EQ(access.seen, "");
}

TEST(Access, IsAskedForBeforeABodyIsTaken) {
  Access access;
  Connection client = access.bed->connect();
  client.send(
      "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\nExpect: "
      "100-continue\r\n\r\n");
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 401 "));
}

TEST(Access, ACredentialThatStandsThereTwiceIsRefused) {
  Access access;
  const auto reply = access.ask("Authorization: Bearer key-of-bob\r\nAuthorization: Bearer key-of-eve\r\n");
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 400 ")) << reply.head;
  EXPECT_TRUE(access.ask("", "/v1/messages?key=key-of-bob&KEY=key-of-ann").head.starts_with("HTTP/1.1 400 "));
}

TEST(Access, TheKeysOfTwoClientsAreRefusedAndOneOfAnotherServiceIsNot) {
  Access access;
  const auto reply = access.ask("Authorization: Bearer key-of-bob\r\nx-api-key: key-of-ann\r\n");
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 400 ")) << reply.head;
  EXPECT_NE(reply.body.find("two clients, 'bob' and 'ann'"), std::string::npos) << reply.body;
  EXPECT_EQ(reply.body.find("key-of-"), std::string::npos);
  EXPECT_EQ(access.seen, "");
  for (const std::string_view other : {"key-of-eve", "key-of-bob"})
    EXPECT_TRUE(access.ask(fmt::format("Authorization: Bearer {}\r\nx-api-key: key-of-bob\r\n", other))
                    .head.starts_with("HTTP/1.1 200 "))
        << other;
}

TEST(Access, TheBackendGetsItsOwnKeyOrNone) {
  Access keyed("key-of-backend");
  keyed.ask("x-api-key: key-of-bob\r\nCookie: a=b\r\n", "/v1/messages?key=another");
  EXPECT_NE(keyed.seen.find("Authorization: Bearer key-of-backend\r\n"), std::string::npos);
  EXPECT_EQ(keyed.seen.find("Cookie"), std::string::npos);
  EXPECT_EQ(keyed.seen.find("another"), std::string::npos);
}

TEST(Access, TheKeyOfABackendDoesNotComeBackInAHead) {
  LoopbackServer backend(
      answers("HTTP/1.1 302 X\r\nLocation: /v1?key=key-of-backend\r\nServer: key-of-backend\r\n"
              "x-request-id: a\r\nContent-Length: 0\r\n\r\n"));
  GatewayOptions options;
  options.backends.push_back({"b", backend.url(), "auto", "key-of-backend"});
  const TestBed bed(std::vector<std::string>{}, options);
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 302 ")) << reply.head;
  EXPECT_NE(reply.head.find("x-request-id: a"), std::string::npos);
  EXPECT_EQ(reply.head.find("key-of-backend"), std::string::npos) << reply.head;
}

// Where it stands in no field of a head: BYTES is the whole answer.
TEST(Access, NorAnywhereElseInIt) {
  for (const std::string_view bytes :
       {"HTTP/1.1 200 key-of-backend\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;k=key-of-backend\r\n{}\r\n"
        "0\r\nx-api-key: key-of-backend\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: key-of-backend\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: key-of-backend\r\n\r\n", "HTTP/1.1 key-of-backend\r\n\r\n"}) {
    LoopbackServer backend(answers(std::string(bytes)));
    GatewayOptions options;
    options.backends.push_back({"b", backend.url(), "auto", "key-of-backend"});
    const TestBed bed(std::vector<std::string>{}, options);
    Connection client = bed.connect();
    client.send(TestBed::post(chat, chat_request, "Connection: close\r\n"));
    const std::string seen = client.receive_all();
    EXPECT_TRUE(seen.starts_with("HTTP/1.1 ")) << seen;
    EXPECT_EQ(seen.find("key-of-backend"), std::string::npos) << seen;
  }
}

TEST(Access, WithoutKeysOfOursAClientIsToldByAHashOfItsOwn) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  for (const std::string_view field :
       {"Authorization: Bearer one\r\n", "x-api-key: one\r\n", "x-api-key: two\r\n", ""})
    (void)bed.ask(chat, chat_request, field);
  std::map<std::string, int> names;
  for (const Observation& observation : bed.collected.first(4)) ++names[observation.key];
  EXPECT_EQ(names.size(), 3u) << "one, two and nobody";
  EXPECT_EQ(names[""], 1);
  for (const auto& [name, count] : names) EXPECT_TRUE(name.empty() || name.size() == 12) << name;
}

TEST(Access, OverItsLimitAClientHearsWhenToComeBackAndOthersGoOn) {
  Access access;
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(access.ask("x-api-key: key-of-ann\r\n").head.starts_with("HTTP/1.1 200 "));
  const auto refused = access.ask("x-api-key: key-of-ann\r\n");
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 429 ")) << refused.head;
  EXPECT_NE(refused.head.find("Retry-After: 30\r\n"), std::string::npos) << refused.head;
  const auto seen = access.bed->collected.first(3);
  const auto is_shed = [](const Observation& one) { return one.state == TerminalState::shed; };
  EXPECT_EQ(std::count_if(seen.begin(), seen.end(), is_shed), 1);
  EXPECT_TRUE(access.ask("x-api-key: key-of-bob\r\n").head.starts_with("HTTP/1.1 200 "));
  access.bed->clock.advance(30s);
  bool in = false;
  for (int i = 0; i < 200 && !in; ++i)
    in = access.ask("x-api-key: key-of-ann\r\n").head.starts_with("HTTP/1.1 200 ");
  EXPECT_TRUE(in);
}

TEST(Access, AKeyInPlaceOfAModelIsNotKept) {
  Access access;
  access.bed->ask(chat, R"({"model":"key-of-bob","messages":[]})", "x-api-key: key-of-bob\r\n");
  EXPECT_EQ(access.bed->collected.first(1).at(0).model, "other");
}

}  // namespace foreshock::gateway::client_keys_test
