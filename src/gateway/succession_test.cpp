// A gateway takes the place of another: streams that run go on to their end, and nobody is turned away.
#include <algorithm>
#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::succession_test {

using testkit::Connection;
using testkit::LoopbackServer;

GatewayOptions options_to(const std::string& url) {
  GatewayOptions options;
  options.listen = "127.0.0.1:0";
  options.backends.push_back({.name = "after", .url = url, .health = "off"});
  return options;
}

class Succession : public ::testing::Test {
 protected:
  // One answer in two parts, the second when it is told to.
  void stream_in_two_parts(Connection& connection) {
    if (!connection.receive_message().whole) return;
    connection.send(stream_head + chunk(token_event("one")));
    finish_.get_future().wait();
    connection.send(chunk(token_event("two")) + chunk("data: [DONE]\n\n") + "0\r\n\r\n");
    if (connection.receive_message().whole) connection.send(answer("application/json", R"({"old":1})"));
    connection.closed_by_peer();
  }

  std::promise<void> finish_;
  LoopbackServer before_{[this](Connection& connection) { stream_in_two_parts(connection); }};
  LoopbackServer after_{answers(answer("application/json", R"({"choices":[]})"))};
  TestBed bed_{before_.url()};
};

TEST_F(Succession, ARunningStreamEndsWholeAndNewRequestsGoTheNewWay) {
  Connection streaming = bed_.connect();
  streaming.send(TestBed::post(chat, chat_request));
  EXPECT_NE(streaming.receive_until("one").find("one"), std::string::npos);
  auto successor = bed_.gateway->succeed(options_to(after_.url()));
  ASSERT_TRUE(successor) << successor.error().text();
  EXPECT_EQ((*successor)->address(), bed_.gateway->address());
  EXPECT_EQ(bed_.ask(chat, chat_request).body, R"({"choices":[]})");
  EXPECT_FALSE(bed_.gateway->deserted());
  EXPECT_EQ(bed_.gateway->count(), 1);
  finish_.set_value();
  EXPECT_NE(streaming.receive_until("0\r\n\r\n").find("[DONE]"), std::string::npos);
  streaming.send(TestBed::post(chat, chat_request));
  const auto last = streaming.receive_message();
  EXPECT_EQ(last.body, R"({"old":1})") << "its head did not say that the connection closes";
  EXPECT_NE(last.head.find("Connection: close"), std::string::npos) << last.head;
  EXPECT_TRUE(streaming.closed_by_peer());
  auto seen = bed_.collected.first(3);  // of two gateways: in any order
  ASSERT_EQ(seen.size(), 3U);
  std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.id.number < b.id.number; });
  EXPECT_EQ(seen[0].state, TerminalState::ok);
  EXPECT_EQ(seen[1].id.number, 2U) << "one count of ids";
  EXPECT_EQ(seen[1].replica, "after");
}

TEST_F(Succession, AnIdleConnectionIsServedOnceMoreAndToldThatItCloses) {
  LoopbackServer backend(answers(answer("application/json", R"({"old":1})")));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  EXPECT_EQ(client.receive_message().head.find("Connection: close"), std::string::npos);
  auto successor = bed.gateway->succeed(options_to(after_.url()));
  ASSERT_TRUE(successor);
  client.send(TestBed::post(chat, chat_request));
  const auto last = client.receive_message();
  EXPECT_EQ(last.body, R"({"old":1})");
  EXPECT_NE(last.head.find("Connection: close"), std::string::npos) << last.head;
  EXPECT_TRUE(client.closed_by_peer());
}

TEST_F(Succession, NobodyIsTurnedAwayWhileItHappens) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  std::unique_ptr<Gateway> now = std::move(bed.gateway);
  const uint16_t port = now->address().port;
  std::vector<std::unique_ptr<Gateway>> retired;
  size_t served = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<Connection> waiting;
    for (int i = 0; i < 5; ++i) {
      waiting.push_back(Connection::to(port));
      waiting.back().send(TestBed::post(chat, chat_request));
    }
    auto successor = now->succeed(options_to(after_.url()));
    ASSERT_TRUE(successor) << successor.error().text();
    retired.push_back(std::exchange(now, *std::move(successor)));
    for (Connection& one : waiting) served += one.receive_message().whole ? 1 : 0;
  }
  EXPECT_EQ(served, 100U);
}

TEST_F(Succession, WhatCannotStartLeavesTheOldOneAsItIs) {
  LoopbackServer backend(answers(answer("application/json", R"({"old":1})")));
  TestBed bed(backend.url());
  GatewayOptions broken = options_to(after_.url());
  broken.tls.certificate = "/no/such/file";
  EXPECT_FALSE(bed.gateway->succeed(broken));
  EXPECT_EQ(bed.ask(chat, chat_request).body, R"({"old":1})");
}

}  // namespace foreshock::gateway::succession_test
