// Answers that take long, bodies that are large, and many at once.
#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::long_and_large_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

TEST(LongAnswer, IsNeverCutWhileTokensCome) {
  constexpr int tokens = 40;
  std::array<std::promise<void>, tokens> next;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head);
    for (auto& go : next) {
      go.get_future().wait();
      connection.send(chunk(token_event("a")));
    }
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  client.receive_until("\r\n\r\n");
  for (auto& go : next) {
    go.set_value();
    client.receive_until("\n\n");
    bed.clock.advance(4min);  // less than timeouts.idle
  }
  client.receive_until("0\r\n\r\n");
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.token_events, tokens);
  EXPECT_NE(observation.state, TerminalState::timeout);
  EXPECT_GT(observation.stamps.end - observation.stamps.accepted, 2h);
}

TEST(LargeBody, TwentyMegabytesOfAnImageReachTheBackendAsTheyAre) {
  std::string received;
  LoopbackServer backend([&](Connection& connection) {
    received = connection.receive_message().body;
    connection.send(answer("application/json", "{}"));
  });
  TestBed bed(backend.url());
  const std::string body =
      fmt::format(R"({{"model":"m","messages":[{{"role":"user","content":[{{"image_url":"{}"}}]}}]}})",
                  std::string(20 << 20, 'A'));
  EXPECT_TRUE(bed.ask(chat, body).head.starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(received == body);
  EXPECT_EQ(bed.collected.first(1).at(0).turns, 1);
}

TEST(Encoding, IsAskedForPlainAndWhatComesEncodedAllTheSamePassesUntouched) {
  const std::string packed("\x1f\x8b\x08\x00\xe4\xbd\xa0\xff\x00\x01", 10);
  std::string seen;
  LoopbackServer backend([&](Connection& connection) {
    seen = connection.receive_message().head;
    connection.send(
        fmt::format("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: "
                    "gzip\r\nContent-Length: {}\r\n\r\n{}",
                    packed.size(), packed));
  });
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, R"({"stream":false})", "Accept-Encoding: gzip, br\r\n");
  EXPECT_NE(seen.find("Accept-Encoding: identity\r\n"), std::string::npos) << seen;
  EXPECT_NE(reply.head.find("Content-Encoding: gzip\r\n"), std::string::npos) << reply.head;
  EXPECT_EQ(reply.body, packed);
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::ok)
      << "it was not read, so nothing is said against it";
}

TEST(ManyAtOnce, NoHiddenPoolHoldsThemBack) {
  constexpr int many = 300;
  std::atomic<int> asked{0};
  std::promise<void> answer_now;
  auto go = answer_now.get_future().share();
  LoopbackServer backend([&, go](Connection& connection) {
    connection.receive_message();
    ++asked;
    go.wait();
    connection.send(answer("application/json", "{}"));
  });
  TestBed bed(backend.url());
  std::vector<Connection> clients;
  for (int i = 0; i < many; ++i) {
    clients.push_back(bed.connect());
    clients.back().send(TestBed::post(chat, "{}"));
  }
  while (asked < many) std::this_thread::yield();
  EXPECT_EQ(bed.gateway->count(), many);
  answer_now.set_value();
  for (Connection& client : clients) EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 200 "));
}

TEST(TraceContext, IsPassedOnBothWays) {
  const std::string parent = "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n";
  std::string seen;
  LoopbackServer backend([&](Connection& connection) {
    seen = connection.receive_message().head;
    connection.send("HTTP/1.1 200 OK\r\n" + parent + "Content-Length: 2\r\n\r\n{}");
  });
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, "{}", parent + "tracestate: a=b\r\n");
  EXPECT_NE(seen.find(parent), std::string::npos);
  EXPECT_NE(seen.find("tracestate: a=b\r\n"), std::string::npos);
  EXPECT_NE(reply.head.find(parent), std::string::npos);
}

}  // namespace foreshock::gateway::long_and_large_test
