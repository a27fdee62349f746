#include "detect/event_finder.h"

#include <random>

#include <gtest/gtest.h>

namespace foreshock::detect {
namespace event_finder_test {

using namespace std::chrono_literals;
constexpr Instant monday{std::chrono::seconds(1'767'571'200)};

SampleGrid request(Instant at, std::string replica, std::string version, std::string key = "k") {
  SampleGrid grid;
  grid.at = at;
  grid.strata = {{},
                 {"replica", std::move(replica)},
                 {"version", std::move(version)},
                 {"class", "chat"},
                 {"key", std::move(key)}};
  grid.values = {{"ttft", 0.2, 1}};
  return grid;
}

Sample reading(Instant at, std::string signal, double value, std::string replica = "a") {
  return {{std::move(signal), {"replica", std::move(replica)}}, at, value, 1};
}

TEST(EventFinder, ANewVersionOfAReplicaIsFoundOnce) {
  EventFinder finder;
  for (int i = 0; i < 10; ++i) finder.take(request(monday + i * 1s, "a", "1"));
  EXPECT_TRUE(finder.close(monday + 10s).empty());
  finder.take(request(monday + 11s, "a", "2"));
  EXPECT_TRUE(finder.close(monday + 12s).empty());
  finder.take(request(monday + 12s, "a", "2"));
  const auto events = finder.close(monday + 13s);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::model_version);
  EXPECT_EQ(events[0].at, monday + 11s);
  EXPECT_EQ(events[0].scope, (Stratum{"replica", "a"}));
  EXPECT_EQ(events[0].about, "a: version 1 to 2");
  finder.take(request(monday + 14s, "a", "2"));
  EXPECT_TRUE(finder.close(monday + 15s).empty());
  for (int i = 0; i < 3; ++i) finder.take(request(monday + 20s + i * 1s, "a", "1"));
  EXPECT_TRUE(finder.close(monday + 30s).empty()) << "those began before";
}

TEST(EventFinder, TwoModelsOnOneReplicaAreNoChangeOfVersion) {
  EventFinder finder;
  for (int i = 0; i < 20; ++i) {
    SampleGrid grid = request(monday + i * 1s, "a", i % 2 == 0 ? "small-1" : "large-1");
    grid.strata.push_back({"model", i % 2 == 0 ? "small" : "large"});
    finder.take(grid);
  }
  EXPECT_TRUE(finder.close(monday + 30s).empty());
}

TEST(EventFinder, AProcessThatIsExchangedHasOtherSettingsAndOneThatWasAwayWasRestarted) {
  EventFinder finder;
  for (const std::string replica : {"a", "b"}) finder.take(reading(monday, "uptime", 5000, replica));
  finder.take(reading(monday + 5s, "health", 0, "b"));
  for (const std::string replica : {"a", "b"}) finder.take(reading(monday + 10s, "uptime", 4, replica));
  EXPECT_TRUE(finder.close(monday + 20s).empty()) << "a version may still show";
  const auto events = finder.close(monday + 60s);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::config_change);
  EXPECT_EQ(events[0].at, monday + 6s);
  EXPECT_EQ(events[1].kind, EventKind::restart);
}

TEST(EventFinder, AnExchangeThatBringsAVersionIsThatAlone) {
  EventFinder finder;
  finder.take(request(monday, "a", "1"));
  finder.take(reading(monday, "uptime", 5000));
  finder.take(reading(monday + 10s, "uptime", 4));
  for (int i = 0; i < 3; ++i) finder.take(request(monday + 11s + i * 1s, "a", "2"));
  auto events = finder.close(monday + 20s);
  for (auto& later : finder.close(monday + 120s)) events.push_back(later);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::model_version);
  EXPECT_EQ(events[0].at, monday + 6s);
}

TEST(EventFinder, AnotherVersionOfTheProbesIsAnotherHarness) {
  EventFinder finder;
  finder.take(Sample{{"probe_score", {"probe_version", "1"}}, monday, 1, 1});
  finder.take(Sample{{"probe_score", {"probe_version", "2"}}, monday + 1s, 1, 1});
  const auto events = finder.close(monday + 2s);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::harness_change);
}

TEST(EventFinder, ASurgeOfRequestsIsFound) {
  EventFinder finder;
  std::mt19937_64 random(3);
  std::vector<Event> events;
  Instant now = monday;
  const auto run = [&](Duration length, double a_second) {
    std::exponential_distribution<double> gap(a_second);
    for (const Instant end = now + length; now < end; now += from_seconds(gap(random))) {
      finder.take(request(now, "a", "1"));
      for (const Event& event : finder.close(now)) events.push_back(event);
    }
  };
  run(48h, 0.5);
  EXPECT_TRUE(events.empty());
  const Instant surge = now;
  run(20min, 2);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].kind, EventKind::traffic_surge);
  EXPECT_LE(std::chrono::abs(events[0].at - surge), 2min);
}

}  // namespace event_finder_test
}  // namespace foreshock::detect
