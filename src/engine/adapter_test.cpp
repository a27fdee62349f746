#include "engine/adapter.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/catalog.h"

namespace foreshock::engine::adapter_test {

TEST(Adapters, HaveNamesOfTheirOwnAndMetricsOfTheirs) {
  std::set<std::string_view> names;
  for (const Adapter* adapter : adapters()) {
    EXPECT_TRUE(names.insert(adapter->name).second) << adapter->name;
    EXPECT_FALSE(adapter->metrics.empty() && adapter->signs.empty()) << adapter->name;
    for (const MetricRow& row : adapter->metrics) {
      EXPECT_TRUE(row.of.metric.starts_with(adapter->prefix)) << row.of.metric;
      const bool divides = row.as == As::quotient_of_levels || row.as == As::quotient_of_growths;
      EXPECT_EQ(!row.over.metric.empty(), divides) << row.of.metric;
      EXPECT_EQ(row.of.label.empty(), row.of.value.empty()) << row.of.metric;
    }
  }
}

TEST(Adapters, AreToldApartByTheirSigns) {
  std::set<std::string> seen;
  for (const Adapter* adapter : adapters())
    for (const Sign& sign : adapter->signs) {
      EXPECT_TRUE(sign.page.starts_with("/") && sign.pointer.starts_with("/")) << adapter->name;
      EXPECT_TRUE(
          seen.insert(std::string(sign.page).append(sign.pointer).append("=").append(sign.value)).second)
          << adapter->name;
    }
}

TEST(Adapters, TurnKnobsAndDoActsThatThereAre) {
  for (const Adapter* adapter : adapters()) {
    for (const KnobRow& row : adapter->knobs) {
      EXPECT_NE(find_by_name(knobs(), row.knob), nullptr) << adapter->name << " " << row.knob;
      EXPECT_FALSE(row.how.empty());
      EXPECT_TRUE(row.note.empty() || row.note.ends_with(".")) << row.note;
    }
    std::set<std::string_view> done;
    for (const ActRow& row : adapter->acts) {
      const Act* act = find_by_name(acts(), row.act);
      ASSERT_NE(act, nullptr) << adapter->name << " " << row.act;
      EXPECT_TRUE(done.insert(row.act).second) << adapter->name << " does " << row.act << " in two ways";
      EXPECT_TRUE(row.path.starts_with("/"));
      EXPECT_TRUE(row.needs.empty() || row.needs.ends_with(".")) << row.needs;
    }
  }
}

}  // namespace foreshock::engine::adapter_test
