#include "gateway/waiting_line.h"

#include <thread>

#include <gtest/gtest.h>

#include "gateway/backends_test.h"

namespace foreshock::gateway::waiting_line_test {

class WaitingLineTest : public ::testing::Test {
 protected:
  WaitingLineTest() {
    for (const auto& backend : backends_) backend->max_in_flight = 1;
  }
  static Choice wish() { return {.now = test_start}; }
  // Its number is kept once it is served, with its place.
  std::shared_ptr<Ticket> ticket(int number, std::vector<Backend*> tried = {}) {
    auto ticket = std::make_shared<Ticket>(*reactor_, wish(), std::move(tried));
    ticket->on_room = [this, number](Permit permit) {
      served_.push_back(number);
      permits_.push_back(std::move(permit));
    };
    return ticket;
  }
  // Once a test.
  void run_until_served(size_t count) {
    reactor_->on_tick([this, count](Instant) {
      if (served_.size() >= count) reactor_->stop();
    });
    reactor_->run();
  }

  VirtualClock clock_{test_start};
  Backends backends_ = backends_of({1, 1});
  BalanceOptions balance_;
  WaitingLine line_{backends_, balance_, clock_, 3};
  std::unique_ptr<net::Reactor> reactor_ = net::Reactor::create(clock_).value();
  std::vector<int> served_;
  std::vector<Permit> permits_;
};

TEST_F(WaitingLineTest, FirstComeFirstServedAndNoMoreThanItsLimit) {
  permits_.push_back(line_.take(wish()).permit);
  permits_.push_back(line_.take(wish()).permit);
  EXPECT_NE(permits_[0].backend(), permits_[1].backend());
  const WaitingLine::Taken none = line_.take(wish());
  EXPECT_TRUE(!none.permit && none.full);
  const std::vector tickets = {ticket(1), ticket(2), ticket(3), ticket(4)};
  for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(line_.join(tickets[i]));
  EXPECT_FALSE(line_.join(tickets[3]));
  EXPECT_EQ(line_.length(), 3);
  line_.leave(*tickets[1]);
  EXPECT_EQ(line_.length(), 2);
  permits_.clear();
  EXPECT_TRUE(line_.is_empty());
  run_until_served(2);
  EXPECT_EQ(served_, (std::vector{1, 3}));
  EXPECT_EQ(backends_[0]->in_flight + backends_[1]->in_flight, 2);
}

TEST_F(WaitingLineTest, WhoLeavesOnItsWayMakesRoomForTheNext) {
  Permit first = line_.take(wish()).permit, second = line_.take(wish()).permit;
  const auto leaving = ticket(1), next = ticket(2);
  line_.join(leaving);
  line_.join(next);
  first = Permit();
  line_.leave(*leaving);
  EXPECT_EQ(line_.length(), 1);
  run_until_served(1);
  EXPECT_EQ(served_, std::vector{2});
}

TEST_F(WaitingLineTest, WhatOneCannotUseGoesToTheNext) {
  Permit first = line_.take(wish()).permit, second = line_.take(wish()).permit;
  line_.join(ticket(1, {first.backend()}));
  line_.join(ticket(2));
  first = Permit();
  EXPECT_EQ(line_.length(), 1);
  second = Permit();
  run_until_served(2);
  EXPECT_EQ(served_, (std::vector{2, 1}));
}

TEST_F(WaitingLineTest, RoomThatCameFreeBeforeItJoinedIsNotMissed) {
  line_.join(ticket(1));
  run_until_served(1);
  EXPECT_EQ(served_, std::vector{1});
}

TEST_F(WaitingLineTest, NoBackendEverHasMoreThanItsLimitWhateverTheThreads) {
  std::atomic<int> over{0}, taken{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const auto [permit, full] = line_.take(wish());
        if (!permit) continue;
        ++taken;
        if (permit.backend()->in_flight > 1) ++over;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(over, 0);
  EXPECT_GT(taken, 0);
  EXPECT_EQ(backends_[0]->in_flight + backends_[1]->in_flight, 0);
}

}  // namespace foreshock::gateway::waiting_line_test
