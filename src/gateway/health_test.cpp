// Backends whose health is checked.
#include "gateway/backend_choice.h"
#include "gateway/backends_test.h"
#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::health_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

// Answers its check as it is told to; everything else well.
class CheckedBackend {
 public:
  std::string url() const { return server_.url(); }
  std::atomic<int> status{200}, checks{0}, chats{0};
  std::string last_check() {
    const std::lock_guard lock(mutex_);
    return last_check_;
  }

 private:
  void serve(Connection& connection) {
    while (true) {
      const auto message = connection.receive_message();
      if (!message.whole) return;
      const bool is_check = message.head.starts_with("GET ");
      if (is_check) {
        const std::lock_guard lock(mutex_);
        last_check_ = message.head;
      }
      ++(is_check ? checks : chats);
      connection.send(answer("application/json", "{}", is_check ? status.load() : 200));
    }
  }

  std::mutex mutex_;
  std::string last_check_;
  LoopbackServer server_{[this](Connection& connection) { serve(connection); }};
};

BackendOptions checked(std::string name, const std::string& url, std::string health = "/up?deep=1") {
  BackendOptions options;
  options.name = std::move(name);
  options.url = url;
  options.health = std::move(health);
  return options;
}

TEST(HealthCheck, ABackendThatFailsItsCheckGetsNoRequestsUntilItPassesAgain) {
  CheckedBackend sick, other;
  GatewayOptions options;
  options.backends = {checked("b0", sick.url() + "/v1"), checked("b1", other.url())};
  options.backends[0].api_key = "sk-1";
  TestBed bed(std::vector<std::string>{}, options);
  const auto until_healthy = [&](bool healthy) {
    for (int i = 0; i < 200 && bed.gateway->backends().at(0).healthy != healthy; ++i) {
      const int before = sick.checks;
      bed.clock.advance(6s);
      while (sick.checks == before) std::this_thread::yield();
    }
    EXPECT_EQ(bed.gateway->backends().at(0).healthy, healthy);
  };
  while (sick.checks == 0) std::this_thread::yield();
  EXPECT_TRUE(sick.last_check().starts_with("GET /up?deep=1 HTTP/1.1\r\n")) << "not below /v1";
  EXPECT_NE(sick.last_check().find("Authorization: Bearer sk-1\r\n"), std::string::npos);
  sick.status = 503;
  until_healthy(false);
  EXPECT_EQ(bed.gateway->backends().at(0).doubt, "unhealthy");
  const int before = sick.chats;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(bed.ask(chat, chat_request).whole);
  EXPECT_EQ(sick.chats, before);
  sick.status = 204;
  until_healthy(true);
  while (sick.chats == before) EXPECT_TRUE(bed.ask(chat, chat_request).whole);
  for (const auto& observation : bed.collected.first(10)) EXPECT_EQ(observation.endpoint, chat);
}

TEST(Outlier, ABackendThatFailsMoreThanItsPeersIsLeftOutForAWhile) {
  std::atomic<int> asked{0};
  LoopbackServer shaky([&](Connection& connection) {
    while (connection.receive_message().whole) {
      const int status = ++asked % 3 == 0 ? 500 : 200;  // too few for the breaker
      connection.send(answer("application/json", R"({"choices":[]})", status));
    }
  });
  LoopbackServer other(answers(answer("application/json", R"({"choices":[]})")));
  GatewayOptions options;
  options.outliers.ejection = 30s;
  TestBed bed({shaky.url(), other.url()}, options);
  const auto ask = [&](int times) {
    for (int i = 0; i < times; ++i) EXPECT_TRUE(bed.ask(chat, chat_request).whole);
  };
  ask(120);
  EXPECT_TRUE(bed.gateway->backends().at(0).healthy);
  bed.clock.advance(10s);
  while (bed.gateway->backends().at(0).healthy) std::this_thread::yield();
  EXPECT_EQ(bed.gateway->backends().at(0).doubt, "outlier");
  const int before = asked;
  ask(20);
  EXPECT_EQ(asked, before);
  bed.clock.advance(30s);
  EXPECT_TRUE(bed.gateway->backends().at(0).healthy);
}

TEST(HealthCheck, NoAnswerInTimeIsAFailure) {
  LoopbackServer silent([](Connection& connection) { (void)connection.closed_by_peer(); });
  CheckedBackend other;
  GatewayOptions options;
  options.health.unhealthy_after = 1;
  options.backends = {checked("b0", silent.url()), checked("b1", other.url())};
  TestBed bed(std::vector<std::string>{}, options);
  while (bed.gateway->backends().at(0).healthy) {
    bed.clock.advance(3s);
    std::this_thread::yield();
  }
  EXPECT_EQ(bed.gateway->backends().at(0).doubt, "unhealthy");
}

TEST(HealthCheck, WhereMostFailItIsTheCheckThatIsWrong) {
  const Backends backends = backends_of({1, 1, 1, 1, 0});
  const auto sicken = [&](size_t index) {
    for (int i = 0; i < 3; ++i) backends[index]->health.note(false, {});
  };
  sicken(0);
  sicken(1);
  EXPECT_EQ(shares_of(backends, 60).size(), 2u) << "half is enough";
  sicken(2);
  const auto shares = shares_of(backends, 60);
  EXPECT_EQ(shares.size(), 4u) << "panic: all are used";
  backends[3]->avoid_until = test_start + 1s;
  EXPECT_EQ(shares_of(backends, 60).size(), 3u) << "but those that were refused just now";
}

TEST(HealthCheck, GoesByTheKindUnlessItIsToldOtherwise) {
  const auto check = [](std::string kind, std::string health) {
    BackendOptions options;
    options.kind = std::move(kind);
    options.health = std::move(health);
    return health_check_of(options);
  };
  EXPECT_EQ(check("vllm", "auto")->path, "/health");
  EXPECT_TRUE(check("auto", "auto")->made);
  EXPECT_EQ(check("auto", "auto")->path, "") << "a connection";
  EXPECT_FALSE(check("openai", "auto")->made) << "what others host is left alone";
  EXPECT_EQ(check("openai", "/status")->path, "/status");
  EXPECT_EQ(check("vllm", "connect")->path, "");
  EXPECT_FALSE(check("vllm", "off")->made);
  for (const char* wrong : {"health", "", "/a b", "/a\r\nX: y"})
    EXPECT_EQ(check("vllm", wrong).error().code(), Code::bad_config) << wrong;
}

}  // namespace foreshock::gateway::health_test
