#include "gateway/request_body.h"

#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::request_body_test {

using testkit::Connection;
using testkit::LoopbackServer;

TEST(ByteLease, IsGivenBackWithWhoeverHoldsIt) {
  ByteBudget budget(100);
  {
    ByteLease first(budget);
    EXPECT_TRUE(first.grow_to(70));
    ByteLease second(budget);
    EXPECT_FALSE(second.grow_to(31));
    ByteLease moved = std::move(first);
    EXPECT_TRUE(moved.grow_to(100));
    EXPECT_FALSE(budget.has(1));
  }
  EXPECT_TRUE(budget.has(100));
  EXPECT_FALSE(budget.has(101));
}

TEST(RequestBody, BodiesBeyondWhatAllMayHoldGet503AndLaterOnesAreTaken) {
  std::promise<void> answer_now;
  auto go = answer_now.get_future().share();
  LoopbackServer backend([go](Connection& connection) {
    while (connection.receive_message().whole) {
      go.wait();
      connection.send(answer("application/json", "{}"));
    }
  });
  GatewayOptions options;
  options.limits.all_bodies = Bytes{1000};
  // Where another backend may be asked, a body is held until somebody answers.
  TestBed bed(std::vector<std::string>{backend.url(), backend.url()}, options);
  const std::string large = fmt::format(R"({{"image":"{}"}})", std::string(600, 'A'));
  Connection first = bed.connect();
  first.send(TestBed::post(chat, large));
  while (bed.gateway->count() == 0) std::this_thread::yield();
  const auto refused = bed.ask(chat, large);
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 503 ")) << refused.head;
  EXPECT_NE(refused.head.find("Retry-After: 1\r\n"), std::string::npos);
  EXPECT_EQ(error_of(refused)["hint"], "Try again, or raise limits.all_bodies.");
  Connection chunked = bed.connect();
  chunked.send(
      fmt::format("POST {} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{}", chat, chunk(large)));
  EXPECT_TRUE(chunked.receive_message().head.starts_with("HTTP/1.1 503 "));
  answer_now.set_value();
  EXPECT_TRUE(first.receive_message().head.starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(bed.ask(chat, large).head.starts_with("HTTP/1.1 200 ")) << "what was held is given back";
}

}  // namespace foreshock::gateway::request_body_test
