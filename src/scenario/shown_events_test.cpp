// What events show of themselves when nobody posts them.
#include "scenario/watch_test.h"

namespace foreshock::scenario::shown_events_test {

using run_story_test::story_of;
using run_story_test::Watch;
using run_story_test::watch;

constexpr std::string_view service = R"(
length: 40m
history: 1m
text: 0
engine: { replicas: [{ name: a }, { name: b }], load_time: 30s }
load: [{ class: chat, rate: 4/s, prompt_tokens: 200, output_tokens: 100 }]
)";

TEST(ShownEvents, AChangedHostShowsItsDriverAndARestartItsUptime) {
  const auto story = story_of(fmt::format(R"({}events:
  - {{ at: 20m, until: 30m, kind: host_change, to: driver-9, replicas: [a] }}
  - {{ at: 30m, kind: host_change, replicas: [b], restart: true }}
)",
                                          service));
  const Watch seen = watch(story);
  const auto readings = [&](std::string_view driver, std::string_view replica, double from, double to) {
    int count = 0;
    std::string last;  // replica, whose sample comes before that of its driver
    for (const Sample& sample : seen.samples) {
      const double at = seconds(sample.at - story_start(story));
      const auto& [dimension, value] = sample.key.stratum;
      if (dimension == "replica") last = value;
      count += sample.key.signal == "gpu_util" && dimension == "driver" && value == driver &&
               last == replica && at > from && at < to;
    }
    return count;
  };
  EXPECT_EQ(readings("driver-9", "a", 0, 1200), 0);
  EXPECT_EQ(readings("driver-9", "a", 1200, 1800), 119) << "one in 5 s";
  EXPECT_EQ(readings("driver-9", "a", 1801, 2400), 0);
  EXPECT_EQ(readings("driver-9", "b", 0, 2400), 0);
  EXPECT_GT(readings("driver-550", "a", 1801, 2400), 100);
  EXPECT_NEAR(seen.mean(story, "uptime", 1795, 1800, {"replica", "b"}), 1795 + 60, 6);
  EXPECT_LT(seen.mean(story, "uptime", 1840, 1850, {"replica", "b"}), 20) << "after a load time of 30 s";
  EXPECT_GT(seen.mean(story, "uptime", 1840, 1850, {"replica", "a"}), 1800);
}

}  // namespace foreshock::scenario::shown_events_test
