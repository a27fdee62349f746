#pragma once
// A store in virtual time, in a folder that it makes.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "store/store.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store {

inline constexpr std::array test_signals = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, Rollup::distribution, "."}};
inline const SeriesKey ttft{"ttft", {}};

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() { options_.observation_ring = Bytes{100 * 512}; }

  std::string data_dir() const { return (folder_.path() / "made/on/the/way").string(); }
  std::string file(const char* name) const { return data_dir() + "/" + name; }

  Result<std::unique_ptr<Store>> try_open() {
    options_.data_dir = data_dir();
    return Store::open(options_, clock_, test_signals);
  }
  std::unique_ptr<Store> open() {
    auto store = try_open();
    EXPECT_TRUE(store) << store.error().text();
    return std::move(store).value();
  }
  Error refusal() {
    const auto store = try_open();
    return store ? Error(Code::internal, "it opened") : store.error();
  }

  void take(Store& store, double value) {
    const Sample sample{ttft, clock_.now(), value, 1};
    store.take(std::span(&sample, 1));
  }
  std::vector<Bucket> read(const Store& store, Duration grain) {
    return store
        .read(ttft, grain, clock_.now() - std::chrono::hours(1), clock_.now() + std::chrono::seconds(1))
        .buckets;
  }

  testkit::TemporaryFolder folder_;
  VirtualClock clock_{Instant{std::chrono::seconds(1'000'000)}};
  StoreOptions options_;
};

inline Observation numbered(uint64_t number, Instant end) {
  Observation observation;
  observation.id.number = number;
  observation.stamps.end = end;
  return observation;
}

}  // namespace foreshock::store
