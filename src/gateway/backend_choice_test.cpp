// Which backend a request goes to: by weight, by load, and where its session is.
#include "gateway/backend_choice.h"

#include <future>
#include <map>
#include <set>

#include "gateway/backends_test.h"
#include "gateway/gateway_test_bed.h"
#include "gateway/session_key.h"
#include "gateway/session_table.h"

namespace foreshock::gateway::backend_choice_test {

using testkit::LoopbackServer;

constexpr Instant start = test_start;

Backend* choose(const Backends& backends, const Choice& choice) {
  return choose_backend(backends, {}, choice).backend;
}

TEST(BackendChoice, WeightsAreShares) {
  const auto shares = shares_of(backends_of({1, 2, 0, 0.5}), 3500);
  EXPECT_NEAR(shares.at(0), 1000, 10);
  EXPECT_NEAR(shares.at(1), 2000, 10);
  EXPECT_EQ(shares.count(2), 0u);
  EXPECT_NEAR(shares.at(3), 500, 10);
}

TEST(BackendChoice, AmongEqualsTheLeastBusyTakesIt) {
  const Backends backends = backends_of({3, 3, 3});
  backends[0]->in_flight = backends[2]->in_flight = 2;
  EXPECT_EQ(shares_of(backends, 9), (std::map<size_t, int>{{1, 9}}));
  backends[1]->in_flight = 2;
  for (const auto& [index, share] : shares_of(backends, 900)) EXPECT_NEAR(share, 300, 60) << index;
}

TEST(BackendChoice, WhatIsWantedOrAvoidedOrTriedAndTheLastResort) {
  const Backends backends = backends_of({1, 1, 0});
  Backend* const first = backends[0].get();
  Backend* const second = backends[1].get();
  Backend* const drained = backends[2].get();
  second->in_flight = 3;
  EXPECT_EQ(choose(backends, {.wanted = second, .now = start}), second);
  second->in_flight = 9;
  EXPECT_EQ(choose(backends, {.wanted = second, .now = start}), first) << "its load goes before the context";
  second->in_flight = 3;
  EXPECT_NE(choose(backends, {.wanted = drained, .now = start}), drained);
  second->avoid_until = start + std::chrono::seconds(1);
  EXPECT_EQ(choose(backends, {.wanted = second, .now = start}), first);
  first->avoid_until = second->avoid_until.load();
  EXPECT_EQ(choose(backends, {.now = start}), first) << "a wrong guess is no outage";
  std::vector<Backend*> tried = {first};
  EXPECT_EQ(choose(backends, {.tried = tried, .now = start}), second);
  tried = {first, second};
  EXPECT_EQ(choose(backends, {.tried = tried, .now = start}), drained);
  tried = {first, second, drained};
  EXPECT_EQ(choose(backends, {.tried = tried, .now = start}), nullptr);
}

TEST(SessionTable, RemembersForADayAndForgetsTheOldestOfASet) {
  SessionTable table;
  const auto session = [](uint64_t n) { return n << 28 | 5; };  // all in one set
  for (uint64_t n = 1; n <= 4; ++n) table.keep(session(n), n, start + std::chrono::minutes(n));
  table.keep(session(1), 7, start + std::chrono::minutes(9));
  const Instant later = start + std::chrono::minutes(10);
  EXPECT_EQ(table.find(session(1), later), 7u);
  EXPECT_EQ(table.find(session(1), start + std::chrono::minutes(8)), 7u) << "by a clock that is behind";
  table.keep(session(5), 0, later);
  EXPECT_EQ(table.find(session(2), later), std::nullopt) << "the oldest made room";
  EXPECT_EQ(table.find(session(3), later), 3u);
  EXPECT_EQ(table.find(session(5), start + std::chrono::hours(24)), 0u);
  EXPECT_EQ(table.find(session(5), start + std::chrono::hours(25)), std::nullopt);
  EXPECT_EQ(table.find(6, later), std::nullopt);
}

// The vector of the paper, appendix A.
TEST(KeyedHash, IsSipHash) {
  std::string text;
  for (char byte = 0; byte < 15; ++byte) text += byte;
  EXPECT_EQ(keyed_hash({0x0706050403020100, 0x0f0e0d0c0b0a0908}, text), 0xa129ca6149be45e5);
}

TEST(SessionKey, IsTheHeaderElseTheConversationElseTheOpening) {
  const HashKey secret{1, 2};
  wire::RequestHead head;
  std::string client = "ann";
  const auto key = [&](std::string_view body, wire::Dialect dialect = wire::Dialect::openai_chat) {
    return session_of(head, *wire::read_request(dialect, body), client, secret);
  };
  const std::string opening = R"({"role":"system","content":"s"},{"role":"user","content":"hello"})";
  const auto first = key(fmt::format(R"({{"messages":[{}]}})", opening));
  const auto second = key(fmt::format(
      R"({{"messages":[{},{{"role":"assistant","content":"a"}},{{"role":"user","content":"b"}}]}})",
      opening));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->hash, second->hash);
  EXPECT_FALSE(first->may_be_known);
  EXPECT_TRUE(second->may_be_known);
  EXPECT_NE(key(R"({"messages":[{"role":"user","content":"hello"}]})")->hash, first->hash);
  EXPECT_NE(key(R"({"messages":[{"role":"user","content":[{"type":"text","text":"hello"}]}]})")->hash,
            first->hash);
  EXPECT_EQ(key(R"({"model":"m"})"), std::nullopt);
  const auto talk = key(R"({"conversation":{"id":"c1"},"input":"x"})", wire::Dialect::openai_responses);
  EXPECT_TRUE(talk->may_be_known);
  EXPECT_EQ(talk->hash, key(R"({"conversation":"c1","input":"y"})", wire::Dialect::openai_responses)->hash);
  head.headers.add("X-Foreshock-Session", "s1");
  const auto told = key(R"({"conversation":"c1","input":"y"})", wire::Dialect::openai_responses);
  EXPECT_EQ(told->hash, key(R"({"messages":[]})")->hash);
  client = "bob";
  EXPECT_NE(told->hash, key(R"({"messages":[]})")->hash) << "another client's session of that name";
}

// A server that says who it is.
struct Named {
  explicit Named(std::string_view name)
      : server(answers(answer("application/json", fmt::format(R"({{"name":"{}"}})", name)))) {}
  LoopbackServer server;
};

TEST(GatewayRouting, ASessionStaysWhereItIsUntilItsBackendIsDrained) {
  Named a("a"), b("b"), c("c");
  TestBed bed({a.server.url(), b.server.url(), c.server.url()}, {});
  const auto ask = [&](int session) {
    return bed.ask(chat, chat_request, fmt::format("x-foreshock-session: {}\r\n", session)).body;
  };
  std::map<int, std::string> homes;
  for (int session = 0; session < 12; ++session) homes[session] = ask(session);
  for (int turn = 0; turn < 3; ++turn)
    for (const auto& [session, home] : homes) EXPECT_EQ(ask(session), home);
  bed.gateway->set_weight("b0", 0);
  for (const auto& [session, home] : homes) {
    const std::string now = ask(session);
    if (home != R"({"name":"a"})") {
      EXPECT_EQ(now, home);
    }
    EXPECT_NE(now, R"({"name":"a"})");
    EXPECT_EQ(ask(session), now);
  }
}

TEST(GatewayRouting, RequestsThatBeginAlikeAreNoSession) {
  Named a("a"), b("b");
  TestBed bed({a.server.url(), b.server.url()}, {});
  std::map<std::string, int> seen;
  for (int i = 0; i < 20; ++i) ++seen[bed.ask(chat, chat_request).body];
  EXPECT_EQ(seen.size(), 2u);
}

TEST(GatewayRouting, PromptsThatBeginAlikeGoTogetherWhereThatIsAskedFor) {
  Named a("a"), b("b"), c("c");
  GatewayOptions options;
  options.balance.policy = BalancePolicy::prefix_affinity;
  options.balance.prefix.value = 4;
  TestBed bed({a.server.url(), b.server.url(), c.server.url()}, options);
  const auto homes_of = [&](std::string_view format) {
    std::set<std::string> seen;
    for (int i = 0; i < 12; ++i)
      seen.insert(bed.ask("/v1/completions", fmt::format(fmt::runtime(format), i)).body);
    return seen;
  };
  EXPECT_EQ(homes_of(R"({{"prompt":"same, {}"}})").size(), 1u);
  EXPECT_EQ(homes_of(R"({{"prompt":"{} differ"}})").size(), 3u);
}

TEST(GatewayRouting, AnotherZoneTakesOverAndThatIsCounted) {
  Named there("there");
  GatewayOptions options;
  options.zone = "east";
  const std::string nowhere = fmt::format("http://127.0.0.1:{}", testkit::unused_port());
  options.backends.push_back({.name = "here", .url = nowhere, .zone = "east"});
  options.backends.push_back({.name = "there", .url = there.server.url(), .zone = "west"});
  TestBed bed(std::vector<std::string>{}, options);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bed.ask(chat, chat_request).body, R"({"name":"there"})");
  EXPECT_EQ(bed.gateway->zone_spills(), 3);
  EXPECT_EQ(bed.collected.first(3).back().zone, "west");
}

TEST(GatewayRouting, LoadIsHeldUntilTheLastByte) {
  std::promise<void> go_on;
  LoopbackServer streaming([&](testkit::Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    go_on.get_future().wait();
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed(streaming.url());
  testkit::Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  client.receive_until("\n\n");
  EXPECT_EQ(bed.gateway->backends().at(0).in_flight, 1);
  go_on.set_value();
  client.receive_until("0\r\n\r\n");
  (void)bed.collected.first(1);
  EXPECT_EQ(bed.gateway->backends().at(0).in_flight, 0);
}

TEST(GatewayRouting, WeightsOfTheConfigurationDivideTheTraffic) {
  Named a("a"), b("b");
  GatewayOptions options;
  options.backends.push_back({"small", a.server.url(), "auto", "", 1});
  options.backends.push_back({"large", b.server.url(), "auto", "", 4});
  TestBed bed(std::vector<std::string>{}, options);
  std::map<std::string, int> seen;
  for (int i = 0; i < 50; ++i) ++seen[bed.ask(chat, chat_request).body];
  EXPECT_NEAR(seen[R"({"name":"a"})"], 10, 3);
}

}  // namespace foreshock::gateway::backend_choice_test
