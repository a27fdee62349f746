#include "detect/filters.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

namespace foreshock::detect::filters_test {

using namespace std::chrono_literals;

constexpr Instant onset{1'800'000'000s};

// Shifts of e2e as they are written down.
class Written final : public ShiftBook {
 public:
  Written& moved(const std::string& dimension, const std::string& value, double by, double count,
                 double error = 0.01) {
    shifts_[{dimension, value}] = {by, error, count, 0.1};
    return *this;
  }
  std::optional<Shift> shift(const SeriesKey& key, Instant, Instant) const override {
    const auto found = shifts_.find(key.stratum);
    return found == shifts_.end() ? std::nullopt : std::optional(found->second);
  }
  double usual(const SeriesKey&, Instant) const override { return 1; }
  double moved(const SeriesKey&, double usual, double) const override { return usual; }
  std::vector<std::string> values_of(std::string_view dimension) const override {
    std::vector<std::string> values;
    for (const auto& [stratum, shift] : shifts_)
      if (stratum.dimension == dimension) values.push_back(stratum.value);
    return values;
  }

 private:
  std::map<Stratum, Shift> shifts_;
};

bool only_mix(const Written& book, Stratum stratum, Instant now = onset + 10min) {
  Finding finding;
  finding.series = {"e2e", std::move(stratum)};
  finding.onset = onset;
  return only_the_mix(finding, book, now);
}

TEST(OnlyTheMix, WhenNoKindOfRequestMoved) {
  Written book;
  book.moved("", "", 0.7, 1000).moved("class", "chat", 0.01, 300).moved("class", "batch", -0.02, 700);
  EXPECT_TRUE(only_mix(book, {}));
  book.moved("class", "chat", 0.6, 300);
  EXPECT_FALSE(only_mix(book, {}));
}

TEST(OnlyTheMix, OneReplicaOfManyIsLookedAtByItsOwnRequests) {
  Written book;
  book.moved("", "", 0.2, 1000).moved("replica", "b", 0.7, 250).moved("replica", "a", 0, 750);
  book.moved("prompt", "<1k", 0.15, 1000).moved("replica+prompt", "a+<1k", 0, 750);
  EXPECT_TRUE(only_mix(book.moved("replica+prompt", "b+<1k", 0.02, 250), {"replica", "b"}));
  EXPECT_FALSE(only_mix(book.moved("replica+prompt", "b+<1k", 0.7, 250), {"replica", "b"}));
}

TEST(OnlyTheMix, WithoutPairsTheWholeMovesByTheShareOfTheStratum) {
  Written book;
  book.moved("", "", 0.2, 1000).moved("device", "l20", 0.7, 250);
  EXPECT_FALSE(only_mix(book.moved("class", "chat", 0.17, 1000), {"device", "l20"}));
  EXPECT_TRUE(only_mix(book.moved("class", "chat", 0.02, 1000), {"device", "l20"}));
  EXPECT_TRUE(only_mix(book.moved("class", "chat", 0.17, 1000, 0.1), {"device", "l20"}, onset + 1min))
      << "that may be chance: it is waited";
  EXPECT_FALSE(only_mix(book.moved("class", "chat", 0.17, 1000, 0.1), {"device", "l20"}, onset + 10min));
}

TEST(OnlyTheMix, AStratumThatTellsOfTheRequestsIsHeldAgainstAll) {
  Written book;
  book.moved("", "", 0.2, 1000).moved("concurrency", "9-16", 0.7, 250);
  EXPECT_TRUE(only_mix(book.moved("class", "chat", 0.17, 1000), {"concurrency", "9-16"}));
  EXPECT_FALSE(only_mix(book.moved("class", "chat", 0.4, 1000), {"concurrency", "9-16"}));
}

TEST(HarnessChanged, ForSixHoursTheProbesHaveNothingToBeHeldAgainst) {
  Event change;
  change.kind = EventKind::harness_change;
  change.at = onset;
  Finding finding;
  finding.series.signal = "probe_score";
  const auto changed = [&](Duration after) {
    finding.onset = onset + after;
    return harness_changed(finding, std::span(&change, 1));
  };
  EXPECT_TRUE(changed(-9min));
  EXPECT_FALSE(changed(-11min));
  EXPECT_TRUE(changed(5h));
  EXPECT_FALSE(changed(7h));
  finding.series.signal = "e2e";
  EXPECT_FALSE(changed(0min));
}

TEST(OnlyTheMix, AStratumThatIsAKindItselfIsJudgedByTheOther) {
  Written book;
  book.moved("", "", 0.3, 1000).moved("class", "chat", 0.7, 400);
  EXPECT_FALSE(only_mix(book, {"class", "chat"})) << "nothing can say";
  EXPECT_TRUE(only_mix(book.moved("prompt", "<1k", 0.0, 1000), {"class", "chat"}));
}

// By signal and the value of its stratum.
class Streams final : public ShiftBook {
 public:
  Streams& moved(const std::string& signal, const std::string& value, double by) {
    shifts_[{signal, value}] = {by, 0.01, 1000, 0.2};
    return *this;
  }
  std::optional<Shift> shift(const SeriesKey& key, Instant, Instant) const override {
    const auto found = shifts_.find({key.signal, key.stratum.value});
    return found == shifts_.end() ? std::nullopt : std::optional(found->second);
  }
  double usual(const SeriesKey&, Instant) const override { return 1; }
  double moved(const SeriesKey&, double usual, double) const override { return usual; }
  std::vector<std::string> values_of(std::string_view) const override { return {}; }

 private:
  std::map<std::pair<std::string, std::string>, Shift> shifts_;
};

bool is_packed(const Streams& book, const char* signal, Stratum stratum = {}) {
  Finding finding;
  finding.series = {signal, std::move(stratum)};
  finding.onset = onset;
  return only_packed(finding, book, onset + 2min);
}

TEST(OnlyPacked, WhenGapsGrowAndTheStreamIsAsFast) {
  Streams book;
  book.moved("inter_token", "", 1.4).moved("decode_rate", "", 0.01).moved("stall", "", 1.4);
  EXPECT_TRUE(is_packed(book, "inter_token"));
  EXPECT_TRUE(is_packed(book, "stall")) << "the longest gap grew as the others did";
  EXPECT_FALSE(is_packed(book, "e2e"));
  EXPECT_FALSE(is_packed(book.moved("stall", "", 2.5), "stall"));
  EXPECT_FALSE(is_packed(book.moved("decode_rate", "", -1.4), "inter_token"));
}

TEST(OnlyPacked, AStratumWithoutADecodeRateIsHeldAgainstAll) {
  Streams book;
  book.moved("inter_token", "", 1.4).moved("decode_rate", "", 0.01).moved("inter_token", "2", 1.3);
  EXPECT_TRUE(is_packed(book, "inter_token", {"turn", "2"}));
  book.moved("inter_token", "", 0.1);
  EXPECT_FALSE(is_packed(book, "inter_token", {"turn", "2"})) << "only that one is slow";
}

}  // namespace foreshock::detect::filters_test
