// Requests that find no room, and the time that a request has.
#include <future>
#include <thread>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::queue_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

const std::string good = answer("application/json", R"({"choices":[]})");

// Answers when it is told to, and knows what it was asked.
class HeldBackend {
 public:
  std::string url() const { return server_.url(); }
  void let_go(int answers = 1) { allowed_ += answers; }
  std::vector<std::string> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  int most_at_once() const { return most_; }

 private:
  void serve(Connection& connection) {
    while (true) {
      const auto message = connection.receive_message();
      if (!message.whole) return;
      const int now = ++under_way_;
      int most = most_;
      while (now > most && !most_.compare_exchange_weak(most, now)) {
      }
      {
        const std::lock_guard lock(mutex_);
        asked_.push_back(message.body);
      }
      while (allowed_ <= 0 || allowed_.fetch_sub(1) <= 0)
        if (connection.closed_by_peer(1)) break;
      --under_way_;
      connection.send(good);
    }
  }

  std::mutex mutex_;
  std::vector<std::string> asked_;
  std::atomic<int> allowed_{0}, under_way_{0}, most_{0};
  LoopbackServer server_{[this](Connection& connection) { serve(connection); }};
};

GatewayOptions one_at_a_time(std::initializer_list<const HeldBackend*> backends) {
  GatewayOptions options;
  for (const HeldBackend* backend : backends) {
    BackendOptions one;
    one.name = fmt::format("b{}", options.backends.size());
    one.url = backend->url();
    one.max_in_flight = 1;
    options.backends.push_back(one);
  }
  return options;
}

class QueueTest : public ::testing::Test {
 protected:
  void start(GatewayOptions options) {
    bed_ = std::make_unique<TestBed>(std::vector<std::string>{}, std::move(options));
  }
  Connection ask(int number, std::string_view fields = "") const {
    Connection client = bed_->connect();
    client.send(TestBed::post(chat, fmt::format(R"({{"n":{}}})", number), fields));
    return client;
  }
  void until_waiting(int64_t count) const {
    while (bed_->gateway->waiting() != count) std::this_thread::yield();
  }
  void until_asked(size_t count) {
    while (held_.asked().size() != count) std::this_thread::yield();
  }
  static int status_of(const Connection::Message& message) {
    return message.whole ? std::stoi(message.head.substr(9, 3)) : 0;
  }

  HeldBackend held_;
  std::unique_ptr<TestBed> bed_;
};

TEST_F(QueueTest, WhatFindsNoRoomWaitsForItsTurn) {
  start(one_at_a_time({&held_}));
  std::vector<Connection> clients;
  clients.push_back(ask(0));
  until_asked(1);
  for (int i = 1; i < 5; ++i) {
    clients.push_back(ask(i));
    until_waiting(i);
  }
  bed_->clock.advance(2s);
  held_.let_go(5);
  for (Connection& client : clients) EXPECT_EQ(status_of(client.receive_message()), 200);
  EXPECT_EQ(held_.asked(),
            (std::vector<std::string>{R"({"n":0})", R"({"n":1})", R"({"n":2})", R"({"n":3})", R"({"n":4})"}));
  EXPECT_EQ(held_.most_at_once(), 1);
  const auto all = bed_->collected.first(5);
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](const auto& one) { return *one.stamps.dequeued - one.stamps.accepted == 2s; }),
            4);
  EXPECT_EQ(bed_->gateway->backends().at(0).in_flight, 0);
}

TEST_F(QueueTest, AClientThatLeavesWhileItWaitsFreesItsPlaceAndReachesNoBackend) {
  start(one_at_a_time({&held_}));
  Connection first = ask(0);
  until_asked(1);
  {
    const Connection leaving = ask(1);
    until_waiting(1);
  }
  until_waiting(0);
  EXPECT_EQ(bed_->collected.first(1).at(0).state, TerminalState::cancelled);
  held_.let_go(2);
  EXPECT_EQ(status_of(first.receive_message()), 200);
  Connection next = ask(2);
  EXPECT_EQ(status_of(next.receive_message()), 200);
  EXPECT_EQ(held_.asked(), (std::vector<std::string>{R"({"n":0})", R"({"n":2})"}));
}

TEST_F(QueueTest, WhoComesTooLateOrWaitsTooLongIsToldWhenToComeBack) {
  GatewayOptions options = one_at_a_time({&held_});
  options.queue.limit = 1;
  start(options);
  Connection first = ask(0);
  until_asked(1);
  Connection second = ask(1);
  until_waiting(1);
  Connection third = ask(2);
  for (Connection* client : {&third, &second}) {
    const auto reply = client->receive_message();
    EXPECT_EQ(status_of(reply), 503);
    EXPECT_NE(reply.head.find("Retry-After: 5\r\n"), std::string::npos);
    EXPECT_EQ(error_of(reply)["type"], "overloaded_error");
    bed_->clock.advance(5s);  // the third is turned away at once, the second when its time is over
  }
  EXPECT_EQ(bed_->gateway->kept_waiting(), 2);
  EXPECT_EQ(bed_->collected.first(2).at(1).state, TerminalState::shed);
  held_.let_go();
  EXPECT_EQ(status_of(first.receive_message()), 200);
  EXPECT_EQ(held_.asked().size(), 1u);
}

TEST_F(QueueTest, AllThatARequestWaitsForHasOneTime) {
  start(one_at_a_time({&held_}));
  Connection first = ask(0, "x-foreshock-timeout: 8\r\n");
  until_asked(1);
  Connection second = ask(1, "x-foreshock-timeout: 2500ms\r\n");
  until_waiting(1);
  bed_->clock.advance(3s);  // queue.timeout would be 5 s
  EXPECT_EQ(status_of(second.receive_message()), 503);
  Connection third = ask(2, "x-foreshock-timeout: 6\r\n");
  until_waiting(1);
  bed_->clock.advance(4s);
  held_.let_go();
  EXPECT_EQ(status_of(first.receive_message()), 200);
  until_asked(2);
  bed_->clock.advance(3s);  // 4 s have gone while it waited
  EXPECT_EQ(status_of(third.receive_message()), 504);
  EXPECT_EQ(bed_->collected.first(3).back().state, TerminalState::timeout);
}

TEST_F(QueueTest, TheConfiguredTimeIsTheMostThatAClientGets) {
  GatewayOptions options = one_at_a_time({&held_});
  options.timeouts.request = 10s;
  options.breaker.volume = 1;
  start(options);
  Connection client = ask(0, "x-foreshock-timeout: 1h\r\n");
  until_asked(1);
  bed_->clock.advance(11s);
  EXPECT_EQ(status_of(client.receive_message()), 504);
  EXPECT_TRUE(bed_->gateway->backends().at(0).healthy) << "that the time is short is no fault of a backend";
  for (const std::string_view wrong : {"soon", "-1", "0", "2d", ""}) {
    Connection asking = ask(1, fmt::format("x-foreshock-timeout: {}\r\n", wrong));
    EXPECT_EQ(status_of(asking.receive_message()), 400) << wrong;
  }
}

TEST_F(QueueTest, ManyAtOnceAreAllServedAndNeverMoreThanTheLimit) {
  HeldBackend other;
  start(one_at_a_time({&held_, &other}));
  held_.let_go(1000);
  other.let_go(1000);
  std::vector<Connection> clients;
  for (int i = 0; i < 100; ++i) clients.push_back(ask(i));
  for (Connection& client : clients) EXPECT_EQ(status_of(client.receive_message()), 200);
  EXPECT_EQ(held_.most_at_once(), 1);
  EXPECT_EQ(other.most_at_once(), 1);
  EXPECT_EQ(bed_->gateway->waiting(), 0);
  bed_.reset();
}

}  // namespace foreshock::gateway::queue_test
