// Clients that leave, and a gateway that is told to.
#include <future>
#include <thread>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::leaving_test {

using testkit::Connection;
using testkit::LoopbackServer;

TEST(Leaving, AClientThatLeavesTakesTheBackendWithIt) {
  std::promise<bool> closed;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    closed.set_value(connection.closed_by_peer());
  });
  TestBed bed(backend.url());
  {
    Connection client = bed.connect();
    client.send(TestBed::post(chat, chat_request));
    client.receive_until("\n\n");
  }
  EXPECT_TRUE(closed.get_future().get());
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.state, TerminalState::cancelled);
  EXPECT_EQ(bed.gateway->count(), 0);
}

TEST(Leaving, AClientThatLeavesBeforeTheFirstTokenToo) {
  std::promise<bool> closed;
  std::promise<void> asked;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    asked.set_value();
    closed.set_value(connection.closed_by_peer());
  });
  TestBed bed(backend.url());
  {
    Connection client = bed.connect();
    client.send(TestBed::post(chat, R"({"stream":false})"));
    asked.get_future().get();
  }
  EXPECT_TRUE(closed.get_future().get());
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::cancelled);
}

TEST(Drain, LetsRunningAnswersEndAndTakesNoMore) {
  std::promise<void> streaming, go_on;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    streaming.set_value();
    go_on.get_future().wait();
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  const uint16_t port = bed.gateway->address().port;
  auto asked = std::async(std::launch::async, [&] { return bed.ask(chat, chat_request); });
  streaming.get_future().wait();
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  while (Connection::to(port).send("x")) std::this_thread::yield();
  go_on.set_value();
  EXPECT_TRUE(asked.get().whole);
  drained.get();
  EXPECT_EQ(bed.gateway->count(), 0);
}

}  // namespace foreshock::gateway::leaving_test
