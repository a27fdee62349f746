// Clients that take little at a time: as long as they take anything, they are served.
#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::slow_reader_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

constexpr size_t size = 8'000'000;  // bytes, more than all sockets on the way hold

// Takes 60 KB each 25 seconds, five minutes long: meanwhile the socket has no room that it would tell of.
void read_slowly(TestBed& bed, Connection& client) {
  for (int step = 0; step < 12; ++step) {
    for (size_t taken = 0; taken < 60'000;) taken += client.receive().size();
    EXPECT_FALSE(client.closed_by_peer(150)) << step;  // the reactor looks at the clock meanwhile
    bed.clock.advance(25s);
  }
}

// After that it takes all the rest.
void expect_the_rest(Connection& client) {
  size_t rest = 0;
  for (std::string bytes = client.receive(); !bytes.empty(); bytes = client.receive()) {
    rest += bytes.size();
    if (rest > size - 12 * 150'000) return;
  }
  ADD_FAILURE() << "of " << size << " bytes " << rest << " came at the end";
}

TEST(SlowReader, OfAStreamHoldsItsBackendBackAndIsNotLetGo) {
  std::promise<void> held_back;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head);
    const std::string event = chunk(token_event(std::string(10'000, 'x')));
    bool told = false;
    for (size_t sent = 0; sent < size; sent += event.size()) {
      if (!told && !connection.takes_more()) {
        told = true;
        held_back.set_value();
      }
      connection.send(event);
    }
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  GatewayOptions options;
  options.timeouts.idle = 2s;
  options.limits.slow_reader.value = 100'000;
  TestBed bed(std::vector{backend.url()}, options);
  Connection client = Connection::to(bed.gateway->address().port, 64 * 1024);
  client.send(TestBed::post(chat, chat_request));
  held_back.get_future().wait();
  read_slowly(bed, client);
  expect_the_rest(client);
}

TEST(SlowReader, OfAWholeAnswerIsNotLetGo) {
  LoopbackServer backend(answers(answer("application/json", std::string(size, ' '))));
  GatewayOptions options;
  options.limits.slow_reader.value = 100'000'000;
  TestBed bed(std::vector{backend.url()}, options);
  Connection client = Connection::to(bed.gateway->address().port, 64 * 1024);
  client.send(TestBed::post(chat, chat_request));
  EXPECT_EQ(bed.collected.first(1).size(), 1u) << "the backend is done";
  read_slowly(bed, client);
  expect_the_rest(client);
}

}  // namespace foreshock::gateway::slow_reader_test
