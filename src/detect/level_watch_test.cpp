#include "detect/level_watch.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace foreshock::detect {
namespace level_watch_test {

using namespace std::chrono_literals;
constexpr Instant monday{std::chrono::seconds(1'767'571'200)};

// Values of one series, told in the order of their time.
class Stream {
 public:
  Stream(double matters, double a_false_alarm_in) : watch_(true, matters, a_false_alarm_in) {}

  // PER_UNIT log-normal values in each 10 s of LENGTH. Alarms are counted.
  void run(Duration length, double per_unit, double median, double log_sd, double together = 0) {
    std::normal_distribution<double> normal;
    std::poisson_distribution<int> count(per_unit);
    for (const Instant end = now_ + length; now_ < end; now_ += 10s) {
      const double common = together * normal(random_);
      const int values = count(random_);
      for (int i = 0; i < values; ++i)
        watch_.add(median * std::exp(common + log_sd * normal(random_)), now_ + i * 10ms);
      const auto alarm = watch_.close(now_ + 10s);
      if (!alarm) continue;
      ++alarms_;
      alarm_ = *alarm;
      alarmed_at_ = now_ + 10s;
    }
  }
  LevelWatch& watch() { return watch_; }
  Instant now() const { return now_; }
  int alarms() const { return alarms_; }
  const Alarm& alarm() const { return alarm_; }
  Duration delay_since(Instant onset) const { return alarmed_at_ - onset; }

 private:
  LevelWatch watch_;
  std::mt19937_64 random_{7};
  Instant now_ = monday;
  int alarms_ = 0;
  Alarm alarm_;
  Instant alarmed_at_;
};

constexpr double a_week = 60480;  // units

TEST(LevelWatch, FindsAShiftWithItsOnsetSizeAndDirection) {
  Stream stream(1.2, 100 * a_week);
  stream.run(72h, 10, 0.5, 0.3);
  ASSERT_EQ(stream.alarms(), 0);
  const Instant onset = stream.now();
  stream.run(10min, 10, 1.0, 0.3);
  ASSERT_EQ(stream.alarms(), 1);
  EXPECT_EQ(stream.alarm().change, Change::rise);
  EXPECT_LE(std::chrono::abs(stream.alarm().onset - onset), 20s);
  EXPECT_LE(stream.delay_since(onset), 60s);
  EXPECT_NEAR(stream.alarm().before, 0.5, 0.02);
  EXPECT_NEAR(stream.alarm().size.value, 0.5, 0.1);
}

TEST(LevelWatch, FindsAFallToo) {
  Stream stream(1.2, 100 * a_week);
  stream.run(72h, 3, 20000, 0.5);
  const Instant onset = stream.now();
  stream.run(20min, 3, 12800, 0.5);  // by 0.9 standard deviations
  ASSERT_EQ(stream.alarms(), 1);
  EXPECT_EQ(stream.alarm().change, Change::fall);
  EXPECT_LE(stream.delay_since(onset), 8min);
}

TEST(LevelWatch, LeavesAloneWhatDoesNotMatter) {
  Stream stream(1.2, 100 * a_week);
  stream.run(72h, 50, 0.5, 0.3);
  stream.run(12h, 50, 0.55, 0.3);
  EXPECT_EQ(stream.alarms(), 0);
}

TEST(LevelWatch, IsNotFooledByValuesThatAreSlowTogether) {
  Stream stream(1.1, 100 * a_week);
  stream.run(72h, 20, 0.5, 0.3, 0.3);
  EXPECT_EQ(stream.alarms(), 0);
}

TEST(LevelWatch, AlarmsOnceUntilTheLevelIsBack) {
  Stream stream(1.2, 100 * a_week);
  stream.run(72h, 10, 0.5, 0.3);
  stream.run(2h, 10, 1.0, 0.3);
  EXPECT_EQ(stream.alarms(), 1);
  EXPECT_TRUE(stream.watch().changed());
  stream.run(20min, 10, 0.5, 0.3);
  EXPECT_FALSE(stream.watch().changed());
  stream.run(10min, 10, 1.0, 0.3);
  EXPECT_EQ(stream.alarms(), 2);
}

TEST(LevelWatch, SaysHowFarItIsFromUsual) {
  Stream stream(1.2, 100 * a_week);
  stream.run(72h, 10, 0.5, 0.3);
  const Instant onset = stream.now();
  stream.run(30min, 10, 0.75, 0.3);
  const Shift shift = stream.watch().shift(onset, stream.now());
  EXPECT_NEAR(shift.mean, std::log(1.5), 0.03);
  EXPECT_GT(shift.error, 0);
  EXPECT_LT(shift.error, 0.05);
  EXPECT_EQ(standing_of(shift), Standing::rose);
  EXPECT_EQ(standing_of(stream.watch().shift(onset - 1h, onset)), Standing::steady);
}

TEST(LevelWatch, ConstantValuesAreNoCauseForAlarm) {
  Stream stream(1.2, a_week);
  stream.run(72h, 5, 150, 0);
  EXPECT_EQ(stream.alarms(), 0);
  stream.run(10min, 5, 300, 0);
  EXPECT_EQ(stream.alarms(), 1);
}

}  // namespace level_watch_test
}  // namespace foreshock::detect
