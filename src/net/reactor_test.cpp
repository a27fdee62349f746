#include "net/reactor.h"

#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace foreshock::net::reactor_test {

// Two pipes that are ready in one turn, and what is told of them, in order.
class Turn : public ::testing::Test {
 protected:
  struct Pipe final : Reactor::Source {
    Pipe(Turn& turn, char name) : turn_(turn), name_(name) {
      int ends[2];
      EXPECT_EQ(pipe(ends), 0);
      read_end = FileDescriptor(ends[0]);
      write_end = FileDescriptor(ends[1]);
      EXPECT_EQ(write(write_end.get(), &name, 1), 1);
      turn_.reactor_->watch(read_end.get(), *this, Interest{});
    }
    void on_ready(Readiness) override {
      char byte = 0;
      EXPECT_EQ(read(read_end.get(), &byte, 1), 1);
      turn_.told_ += name_;
      turn_.reactor_->at_turn_end(*this);
      if (when_ready) when_ready();
    }
    void on_turn_end() override {
      turn_.told_ += static_cast<char>(name_ - 'a' + 'A');
      if (at_end) at_end();
    }

    Turn& turn_;
    char name_;
    FileDescriptor read_end, write_end;
    std::function<void()> when_ready, at_end;
  };

  // Until both have been told: their bytes are there before the loop begins, so that one wait finds both.
  std::string run() {
    reactor_->on_tick([this](Instant) { reactor_->stop(); });
    reactor_->run();
    return told_;
  }

  VirtualClock clock_{Instant{}};
  std::unique_ptr<Reactor> reactor_ = Reactor::create(clock_).value();
  std::string told_;
  Pipe a_{*this, 'a'}, b_{*this, 'b'};
};

TEST_F(Turn, EndsForEachWhenAllHasBeenTold) {
  EXPECT_EQ(run(), "abAB");
}

TEST_F(Turn, OneThatIsForgottenHasNoEnd) {
  b_.when_ready = [this] { reactor_->forget(a_.read_end.get(), a_); };
  EXPECT_EQ(run(), "abB");
}

TEST_F(Turn, AnEndMayBringAnother) {
  a_.at_end = [this] {
    a_.at_end = nullptr;
    reactor_->at_turn_end(a_);
  };
  EXPECT_EQ(run(), "abABA");
}

TEST_F(Turn, WhatIsPostedWakesIt) {
  std::thread other([this] { reactor_->post([this] { told_ += '!'; }); });
  other.join();
  EXPECT_EQ(run(), "!abAB");
}

}  // namespace foreshock::net::reactor_test
