#include "engine/adapter.h"

#include <set>

#include <gtest/gtest.h>

namespace foreshock::engine::adapter_test {

TEST(Adapters, HaveNamesOfTheirOwnAndMetricsOfTheirs) {
  std::set<std::string_view> names;
  for (const Adapter* adapter : adapters()) {
    EXPECT_TRUE(names.insert(adapter->name).second) << adapter->name;
    EXPECT_FALSE(adapter->metrics.empty()) << adapter->name;
    for (const MetricRow& row : adapter->metrics) {
      EXPECT_TRUE(row.of.metric.starts_with(adapter->prefix)) << row.of.metric;
      const bool divides = row.as == As::quotient_of_levels || row.as == As::quotient_of_growths;
      EXPECT_EQ(!row.over.metric.empty(), divides) << row.of.metric;
      EXPECT_EQ(row.of.label.empty(), row.of.value.empty()) << row.of.metric;
    }
  }
}

}  // namespace foreshock::engine::adapter_test
