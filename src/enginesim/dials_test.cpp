#include "enginesim/dials.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "core/catalog.h"

namespace foreshock::enginesim::dials_test {

using Kind = Healthy::Kind;

const DialRow& named(std::string_view name) {
  const auto* row = find_by_name(dials(), name);
  EXPECT_NE(row, nullptr) << name;
  return row != nullptr ? *row : dials().front();
}

// Counted by hand in the table of the scenario language; its rows hold up to four names.
TEST(Dials, AreAsManyAsTheLanguageHas) {
  EXPECT_EQ(dials().size(), 87U);
  std::map<DialScope, int> count;
  for (const DialRow& row : dials()) ++count[row.scope];
  EXPECT_EQ(count[DialScope::request], 42);
  EXPECT_EQ(count[DialScope::engine], 30);
  EXPECT_EQ(count[DialScope::clients], 8);
  EXPECT_EQ(count[DialScope::observed], 7);
}

TEST(Dials, AreHealthyWithinTheirRange) {
  for (const DialRow& row : dials()) {
    EXPECT_EQ(row.healthy.kind == Kind::off, row.type == DialType::flag) << row.name;
    if (row.type != DialType::number) continue;
    EXPECT_LT(row.range.min, row.range.max) << row.name;
    EXPECT_FALSE(row.range.unit.empty()) << row.name;
    if (row.healthy.kind != Kind::value) continue;
    EXPECT_GE(row.healthy.value, row.range.min) << row.name;
    EXPECT_LE(row.healthy.value, row.range.max) << row.name;
  }
}

TEST(Dials, SayWhatTheyDoInOneSentence) {
  for (const DialRow& row : dials()) {
    EXPECT_TRUE(row.effect.ends_with('.')) << row.name;
    EXPECT_EQ(row.effect.find(". "), std::string_view::npos) << row.name;
  }
}

TEST(Dials, ShareIsForRequestsAndForMarkedClientDials) {
  for (const DialRow& row : dials()) {
    const bool marked = row.name == "history.dropped_by_client" || row.name == "history.malformed";
    EXPECT_EQ(row.share == DialShare::of_requests, row.scope == DialScope::request || marked) << row.name;
  }
}

TEST(Dials, ReachWhatTheirScopeCanSee) {
  for (const DialRow& row : dials()) {
    const bool acts_inside = row.scope == DialScope::request || row.scope == DialScope::engine;
    EXPECT_EQ(row.reach == DialReach::replica, row.scope == DialScope::observed) << row.name;
    EXPECT_TRUE(!acts_inside || row.reach == DialReach::everything) << row.name;
  }
  EXPECT_EQ(named("load.rate").reach, DialReach::classes);
  EXPECT_EQ(named("history.malformed").reach, DialReach::unrouted);
  EXPECT_EQ(named("client.timeout").reach, DialReach::everything);
}

TEST(Dials, HaveTheDocumentedRows) {
  const DialRow& clock = named("gpu.clock");
  EXPECT_EQ(clock.scope, DialScope::engine);
  EXPECT_DOUBLE_EQ(clock.range.min, 0.01);
  EXPECT_DOUBLE_EQ(clock.range.max, 1);
  EXPECT_EQ(named("unload.idle").healthy.kind, Kind::never);
  EXPECT_EQ(named("quality.accuracy").healthy.key, "engine.accuracy");
  EXPECT_EQ(named("restart").type, DialType::flag);
  EXPECT_EQ(named("probe.version").type, DialType::text);
  EXPECT_DOUBLE_EQ(named("context.front_cut").range.max, 1'000'000);
  EXPECT_DOUBLE_EQ(named("reasoning.zero_share").healthy.value, 0.28);
  EXPECT_EQ(row_of(Dial::fd_growth).name, "fd.growth");
  EXPECT_EQ(letter_of(named("scrape.delay").scope), 'O');
}

}  // namespace foreshock::enginesim::dials_test
