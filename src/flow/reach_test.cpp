#include "flow/reach.h"

#include <map>

#include <gtest/gtest.h>

namespace foreshock::flow::reach_test {

using namespace std::chrono_literals;

constexpr Instant onset{1'800'000'000s}, now = onset + 30s;
constexpr Shift rose{0.5, 0.01, 100, 0.2}, fell{-0.5, 0.01, 100, 0.2}, steady{0, 0.01, 100, 0.2},
    unknown{0.5, 0.4, 3, 0.2};

// Of the signal inter_token, by replica; "" is the total.
class Book final : public ShiftBook {
 public:
  explicit Book(std::map<std::string, Shift> shifts) : shifts_(std::move(shifts)) {}

  std::optional<Shift> shift(const SeriesKey& key, Instant from, Instant to) const override {
    const auto found = shifts_.find(key.stratum.value);
    const bool asked = key.signal == "inter_token" && from == onset && to == now;
    return asked && found != shifts_.end() ? std::optional(found->second) : std::nullopt;
  }
  double usual(const SeriesKey&, Instant) const override { return 1; }
  double moved(const SeriesKey&, double usual, double) const override { return usual; }
  std::vector<std::string> values_of(std::string_view) const override {
    std::vector<std::string> replicas;
    for (const auto& [name, shift] : shifts_)
      if (!name.empty()) replicas.push_back(name);
    return replicas;
  }

 private:
  const std::map<std::string, Shift> shifts_;
};

Stratum reach(std::map<std::string, Shift> shifts, const Stratum& of_lead = {"replica", "a"}) {
  Finding lead;
  lead.series = {"inter_token", of_lead};
  lead.onset = onset;
  return reach_of(lead, Book(std::move(shifts)), now);
}

const Stratum replica_a{"replica", "a"};

TEST(Reach, WhatStandsOnEveryReplicaIsEverywhere) {
  EXPECT_EQ(reach({{"", rose}, {"a", rose}, {"b", rose}, {"c", rose}}), Stratum{});
  EXPECT_EQ(reach({{"", rose}, {"a", rose}, {"b", unknown}}), Stratum{}) << "all together rose too";
  EXPECT_EQ(reach({{"", unknown}, {"a", rose}, {"b", rose}, {"c", unknown}}), Stratum{});
}

TEST(Reach, WhereAnotherReplicaStandsOtherwiseItIsThatReplica) {
  EXPECT_EQ(reach({{"", rose}, {"a", rose}, {"b", steady}}), replica_a);
  EXPECT_EQ(reach({{"", rose}, {"a", rose}, {"b", rose}, {"c", fell}}), replica_a);
  EXPECT_EQ(reach({{"", unknown}, {"a", rose}, {"b", unknown}}), replica_a) << "nothing speaks for more";
  EXPECT_EQ(reach({{"a", rose}}), replica_a);
}

TEST(Reach, OtherStrataStayWhatTheyAre) {
  const Stratum batch{"class", "batch"};
  EXPECT_EQ(reach({{"", rose}, {"a", rose}, {"b", rose}}, batch), batch);
  EXPECT_EQ(reach({{"", rose}}, Stratum{}), Stratum{});
}

}  // namespace foreshock::flow::reach_test
