// Backends that fail, and backends without room.
#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::breaker_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

const std::string good = answer("application/json", R"({"choices":[]})");
std::string failing(int status) {
  return answer("application/json", R"({"error":{"message":"no","code":1}})", status);
}

int status_of(const Connection::Message& message) {
  return std::stoi(message.head.substr(9, 3));
}

TEST(Breaker, ABackendWhoseRequestsFailIsAvoidedUntilATrialGoesWell) {
  std::atomic<bool> broken{true};
  std::atomic<int> asked{0};
  LoopbackServer bad([&](Connection& connection) {
    while (connection.receive_message().whole) {
      ++asked;
      connection.send(broken ? failing(500) : good);
    }
  });
  LoopbackServer other(answers(good));
  TestBed bed({bad.url(), other.url()}, {});
  while (bed.gateway->backends().at(0).healthy) (void)bed.ask(chat, chat_request);
  EXPECT_EQ(asked, 10) << "as many as it takes to know";
  for (int i = 0; i < 20; ++i) EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 200);
  EXPECT_EQ(asked, 10);
  broken = false;
  bed.clock.advance(5s);
  for (int i = 0; i < 200 && !bed.gateway->backends().at(0).healthy; ++i)
    EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 200);
  EXPECT_TRUE(bed.gateway->backends().at(0).healthy);
}

TEST(Breaker, TheOnlyBackendIsUsedWhateverItDoes) {
  LoopbackServer bad(answers(failing(500)));
  TestBed bed(bad.url());
  for (int i = 0; i < 30; ++i) EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 500);
}

TEST(Breaker, BadRequestsOfClientsAreNoFaultOfABackend) {
  LoopbackServer strict(answers(failing(400)));
  TestBed bed({strict.url(), strict.url()}, {});
  for (int i = 0; i < 60; ++i) EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 400);
  for (const auto& backend : bed.gateway->backends()) EXPECT_TRUE(backend.healthy);
}

TEST(NoRoom, AnotherBackendIsAsked) {
  for (const int status : {429, 503}) {
    LoopbackServer full(answers(failing(status)));
    LoopbackServer other(answers(good));
    TestBed bed({full.url(), other.url()}, {});
    for (int i = 0; i < 6; ++i) EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 200) << status;
    for (const auto& backend : bed.gateway->backends()) EXPECT_TRUE(backend.healthy);
    EXPECT_EQ(bed.collected.first(6).back().replica, "b1");
  }
}

TEST(NoRoom, WhereNobodyHasAnyTheClientHearsItAsItWasSaid) {
  const std::string full =
      "HTTP/1.1 503 X\r\nRetry-After: 107\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  LoopbackServer one(answers(full)), two(answers(full));
  TestBed bed({one.url(), two.url()}, {});
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_EQ(status_of(reply), 503);
  EXPECT_NE(reply.head.find("Retry-After: 107\r\n"), std::string::npos);
  EXPECT_NE(reply.head.find("retries=1"), std::string::npos);
}

TEST(NoRoom, ABackendThatSaysWhenIsLeftAloneUntilThen) {
  std::atomic<int> asked{0};
  LoopbackServer full([&](Connection& connection) {
    while (connection.receive_message().whole) {
      ++asked;
      connection.send("HTTP/1.1 503 X\r\nRetry-After: 20\r\nContent-Length: 0\r\n\r\n");
    }
  });
  LoopbackServer other(answers(good));
  TestBed bed({full.url(), other.url()}, {});
  for (int i = 0; i < 8; ++i) EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 200);
  EXPECT_EQ(asked, 1);
}

TEST(NoRoom, RetriesAreBounded) {
  std::atomic<int> asked{0};
  const auto full = [&](Connection& connection) {
    while (connection.receive_message().whole) {
      ++asked;
      connection.send(failing(429));
    }
  };
  LoopbackServer one(full), two(full);
  GatewayOptions options;
  options.retries = {Ratio{0.1}, 5};
  TestBed bed({one.url(), two.url()}, options);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(status_of(bed.ask(chat, chat_request)), 429);
  EXPECT_EQ(asked, 100 + 5 + 9) << "what was saved up, and one in ten";
}

}  // namespace foreshock::gateway::breaker_test
