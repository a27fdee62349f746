// Faults around connections, times and secrets that users of such gateways met (docs/faults.md).
#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::connection_fault_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

TEST(ConnectionFault, TheFirstTokenMayTakeLongerThanASilenceInside) {
  std::promise<void> asked, go_on;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    asked.set_value();
    go_on.get_future().wait();
    connection.send(stream_head + chunk(token_event("a") + "data: [DONE]\n\n") + "0\r\n\r\n");
  });
  GatewayOptions options;
  options.timeouts.first_byte = 20min;
  options.timeouts.idle = 10s;
  TestBed bed(std::vector{backend.url()}, options);
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  asked.get_future().wait();
  for (int i = 0; i < 5; ++i) {
    bed.clock.advance(3min);
    EXPECT_FALSE(client.closed_by_peer(120));
  }
  go_on.set_value();
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 200 "));
}

TEST(ConnectionFault, AClientThatTakesNothingIsLetGoAndItsBackendToo) {
  std::promise<void> full;
  std::promise<bool> closed;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head);
    const std::string event = chunk(token_event(std::string(100'000, 'x')));
    while (connection.takes_more()) connection.send(event);
    full.set_value();
    closed.set_value(connection.closed_by_peer());
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  full.get_future().wait();
  auto gone = closed.get_future();
  for (int i = 0; i < 100 && gone.wait_for(50ms) != std::future_status::ready; ++i) bed.clock.advance(1min);
  ASSERT_EQ(gone.wait_for(0s), std::future_status::ready);
  EXPECT_TRUE(gone.get());
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::cancelled);
}

TEST(ConnectionFault, ARedirectShowsNoKeyOfTheProvider) {
  LoopbackServer backend(
      answers("HTTP/1.1 302 Found\r\nLocation: https://elsewhere.example/\r\nx-goog-api-key: "
              "canary\r\nAuthorization: Bearer canary\r\nContent-Length: 0\r\n\r\n"));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 302 ")) << reply.head;
  EXPECT_EQ(reply.head.find("canary"), std::string::npos) << reply.head;
}

TEST(ConnectionFault, EachRefusalSaysItsOwnTimeToComeBack) {
  std::atomic<int> asked{0};
  LoopbackServer backend([&](Connection& connection) {
    while (connection.receive_message().whole)
      connection.send(fmt::format("HTTP/1.1 429 X\r\nRetry-After: {}\r\nContent-Length: 0\r\n\r\n",
                                  asked++ == 0 ? 9 : 107));
  });
  TestBed bed(backend.url());
  EXPECT_NE(bed.ask(chat, chat_request).head.find("Retry-After: 9\r\n"), std::string::npos);
  EXPECT_NE(bed.ask(chat, chat_request).head.find("Retry-After: 107\r\n"), std::string::npos);
}

}  // namespace foreshock::gateway::connection_fault_test
