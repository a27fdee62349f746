#include "detect/rate_watch.h"

#include <random>

#include <gtest/gtest.h>

namespace foreshock::detect {
namespace rate_watch_test {

using namespace std::chrono_literals;
constexpr Instant monday{std::chrono::seconds(1'767'571'200)};

class Stream {
 public:
  Stream(double matters, double a_false_alarm_in) : watch_(matters, a_false_alarm_in) {}

  // One request a second.
  void run(int requests, double rate) {
    std::uniform_real_distribution<double> uniform;
    for (int i = 0; i < requests; ++i, now_ += 1s) {
      watch_.add(uniform(random_) < rate, now_);
      const auto alarm = watch_.close(now_ + 1s);
      if (!alarm) continue;
      ++alarms;
      last = *alarm;
      alarmed_after = i + 1;
    }
  }
  RateWatch& watch() { return watch_; }
  Instant now() const { return now_; }

  int alarms = 0, alarmed_after = 0;
  Alarm last;

 private:
  RateWatch watch_;
  std::mt19937_64 random_{5};
  Instant now_ = monday;
};

TEST(RateWatch, ATenthOfAnswersBrokenIsFoundAfterAFewOfThem) {
  Stream stream(0.01, 1e8);
  stream.run(100'000, 0.0005);
  ASSERT_EQ(stream.alarms, 0);
  const Instant onset = stream.now();
  stream.run(400, 0.3);
  ASSERT_EQ(stream.alarms, 1);
  EXPECT_LE(stream.alarmed_after, 60);
  EXPECT_EQ(stream.last.change, Change::rise);
  EXPECT_LE(std::chrono::abs(stream.last.onset - onset), 15s);
  EXPECT_NEAR(stream.last.size.value, 0.3, 0.2);
}

TEST(RateWatch, AFallIsFound) {
  Stream stream(0.05, 1e6);
  stream.run(50'000, 0.3);
  stream.run(1'000, 0.02);
  ASSERT_EQ(stream.alarms, 1);
  EXPECT_EQ(stream.last.change, Change::fall);
  EXPECT_NEAR(stream.last.before, 0.3, 0.02);
}

TEST(RateWatch, WhatDoesNotMatterIsLeftAlone) {
  Stream stream(0.01, 1e6);
  stream.run(100'000, 0.002);
  stream.run(50'000, 0.006);
  EXPECT_EQ(stream.alarms, 0);
}

// The promise of the detector: with the healthy rate right at the border of what matters, an alarm comes no
// oftener than told. 40 runs of a thousand requests at a promise of ten thousand: about four are due.
TEST(RateWatch, FalseAlarmsAtTheBorderAreNotMoreThanPromised) {
  int alarms = 0;
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform;
  for (int run = 0; run < 40; ++run) {
    RateWatch watch(0.01, 10'000);
    Instant now = monday;
    const auto go = [&](int requests, double rate) {
      for (int i = 0; i < requests; ++i, now += 1s) {
        watch.add(uniform(random) < rate, now);
        if (watch.close(now)) return true;
      }
      return false;
    };
    ASSERT_FALSE(go(20'000, 0.002));
    alarms += go(1'000, 0.012) ? 1 : 0;
  }
  EXPECT_LE(alarms, 9);
}

}  // namespace rate_watch_test
}  // namespace foreshock::detect
