#include "collect/engine_control.h"

#include <thread>

#include <gtest/gtest.h>

#include "net/http_server.h"
#include "testkit/loopback.h"

namespace foreshock::collect::engine_control_test {

class EngineControlTest : public ::testing::Test {
 protected:
  EngineControlTest() {
    server_ = net::HttpServer::listen(io_, net::Address{"127.0.0.1", 0},
                                      net::serve_routes({{"POST", "/slots/0",
                                                          [this](const net::HttpRequest& request) {
                                                            net::HttpReply reply;
                                                            asked_ = request;
                                                            reply.body = R"({"id_slot":0,"n_erased":215})";
                                                            return reply;
                                                          }}}))
                  .value();
    roster_.set("a", {"llama_cpp", "b1", "m"});
    CollectedBackend backend{"a", "http://" + net::to_text(server_->address()) + "/v1"};
    backend.api_key = "secret";
    control_ = std::make_unique<EngineControl>(io_, clock_, roster_, [this](const EngineDeed&) { ++told_; });
    control_->serve({backend});
  }
  ~EngineControlTest() override {
    control_.reset();
    server_.reset();
  }

  EngineDeed done(EngineOrder order) {
    const uint64_t number = control_->begin(std::move(order)).value();
    for (;; std::this_thread::yield())
      for (const EngineDeed& deed : control_->deeds())
        if (deed.number == number && deed.ended) return deed;
  }
  static EngineOrder order(std::string act, std::vector<std::pair<std::string, std::string>> values) {
    EngineOrder order;
    order.replica = "a";
    order.act = std::move(act);
    order.values = std::move(values);
    order.who = "anna";
    return order;
  }

  RealClock clock_;
  Roster roster_;
  net::HttpRequest asked_;
  std::atomic<int> told_{0};
  net::IoThread io_;
  std::unique_ptr<net::HttpServer> server_;
  std::unique_ptr<EngineControl> control_;
};

TEST_F(EngineControlTest, DoesItAndSaysWhatItDid) {
  const EngineDeed deed = done(order("slot_erase", {{"slot", "0"}}));
  EXPECT_TRUE(deed.good);
  EXPECT_EQ(deed.outcome, "POST /slots/0?action=erase: 200, tokens 215");
  EXPECT_EQ(deed.order.who, "anna");
  EXPECT_EQ(asked_.query, "action=erase");
  EXPECT_EQ(asked_.headers.find("Authorization"), "Bearer secret");
}

TEST_F(EngineControlTest, SaysWhyNotAndWhatItNeeds) {
  const EngineDeed deed = done(order("slot_save", {{"slot", "7"}, {"file", "x.bin"}}));
  EXPECT_FALSE(deed.good);
  EXPECT_TRUE(deed.outcome.starts_with("POST /slots/7?action=save: 404 ")) << deed.outcome;
  EXPECT_TRUE(deed.outcome.ends_with("Needs --slot-save-path.")) << deed.outcome;
  EXPECT_EQ(deed.outcome.find("secret"), std::string::npos);
}

TEST_F(EngineControlTest, OneThatIsNotThereIsSaidToBe) {
  server_.reset();
  const EngineDeed deed = done(order("slot_erase", {{"slot", "0"}}));
  EXPECT_FALSE(deed.good);
  while (told_ == 0) std::this_thread::yield();
}

TEST_F(EngineControlTest, TakesNoMoreThanAFewAtOnce) {
  testkit::LoopbackServer silent([](testkit::Connection& connection) { connection.receive_all(); });
  control_->serve({{"a", silent.url()}});
  for (size_t i = 0; i < EngineControl::most_at_once; ++i)
    EXPECT_TRUE(control_->begin(order("slot_erase", {{"slot", "0"}})));
  EXPECT_EQ(control_->begin(order("slot_erase", {{"slot", "0"}})).error().code(), Code::overloaded);
  control_.reset();
}

TEST_F(EngineControlTest, TellsWhatEachEngineOffers) {
  const auto engines = control_->engines();
  ASSERT_EQ(engines.size(), 1);
  EXPECT_EQ(engines[0].identity.version, "b1");
  EXPECT_EQ(engines[0].acts.front(), "slot_save");
  EXPECT_EQ(control_->begin({"b", "sleep", {}, ""}).error().code(), Code::not_found);
}

}  // namespace foreshock::collect::engine_control_test
