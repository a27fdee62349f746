#include "cli/clearest_requests.h"

#include <gtest/gtest.h>

#include "signals/signal.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli::clearest_requests_test {

using namespace std::chrono_literals;

class ClearestRequestsTest : public ::testing::Test {
 protected:
  ClearestRequestsTest() {
    store::StoreOptions options;
    options.data_dir = folder_.path().string();
    store_ = store::Store::open(options, clock_, signals::signal_specs()).value();
    finding_.id = {Noun::finding, 7};
    finding_.series = {"ttft", {"replica", "a"}};
    finding_.onset = start;
    finding_.found_at = start + 60s;
  }

  void ask(uint64_t number, std::string replica, Instant end, Duration ttft) {
    Observation observation;
    observation.id.number = number;
    observation.replica = std::move(replica);
    observation.stamps.accepted = end - 10s;
    observation.stamps.first_token = end - 10s + ttft;
    observation.stamps.end = end;
    store_->take(observation);
  }
  std::vector<uint64_t> found() {
    std::vector<uint64_t> numbers;
    for (const Identity id : ClearestRequests(seat_, *store_).of(finding_)) numbers.push_back(id.number);
    return numbers;
  }

  static constexpr Instant start{1'800'000'000s};
  testkit::TemporaryFolder folder_;
  VirtualClock clock_{start + 60s};
  std::unique_ptr<store::Store> store_;
  LoopSeat seat_{10};
  Finding finding_;
};

TEST_F(ClearestRequestsTest, AreThoseFarthestInItsDirection) {
  for (uint64_t number = 1; number <= 7; ++number) ask(number, "a", start + 30s, number * 1s);
  EXPECT_EQ(found(), (std::vector<uint64_t>{7, 6, 5, 4, 3}));
  finding_.change = Change::fall;
  EXPECT_EQ(found(), (std::vector<uint64_t>{1, 2, 3, 4, 5}));
}

TEST_F(ClearestRequestsTest, AreOfItsStratumAndItsTime) {
  ask(1, "a", start - 1s, 1s);
  ask(2, "b", start + 30s, 1s);
  ask(3, "a", start + 30s, 1s);
  ask(4, "a", start + 61s, 1s);
  EXPECT_EQ(found(), std::vector<uint64_t>{3});
}

TEST_F(ClearestRequestsTest, AreNoneWhereRequestsDoNotCarryTheSignal) {
  ask(1, "a", start + 30s, 1s);
  finding_.series.signal = "kv_use";
  EXPECT_TRUE(found().empty());
}

TEST_F(ClearestRequestsTest, OfGapsAreThoseWhoseTokensCameSlowest) {
  finding_.series.signal = "inter_token";
  for (uint64_t number = 1; number <= 7; ++number) {
    Observation observation;
    observation.id.number = number;
    observation.replica = "a";
    observation.token_events = number == 7 ? 1 : 11;  // one token has no gap
    observation.stamps.accepted = start;
    observation.stamps.first_token = start + 1s;
    observation.stamps.last_token = start + 1s + number * 1s;
    observation.stamps.end = start + 30s;
    observation.gaps.add(0.1);
    store_->take(observation);
  }
  EXPECT_EQ(found(), (std::vector<uint64_t>{6, 5, 4, 3, 2}));
}

TEST_F(ClearestRequestsTest, AreKeptForLong) {
  for (uint64_t number = 1; number <= 40; ++number) ask(number, "a", start + 30s, number * 1ms);
  store_->flush();
  const size_t by_chance = store_->kept_observations(Instant{}, Instant::max(), 100).size();
  EXPECT_LT(by_chance, 10u);
  found();
  store_->flush();
  const auto kept = store_->kept_observations(Instant{}, Instant::max(), 100);
  for (uint64_t number = 36; number <= 40; ++number)
    EXPECT_TRUE(
        std::any_of(kept.begin(), kept.end(), [&](const auto& one) { return one.id.number == number; }));
}

}  // namespace foreshock::cli::clearest_requests_test
