#include "collect/device_rounds.h"

#include <gtest/gtest.h>

#include "collect/nvml_test.h"
#include "collect/samples_test.h"
#include "signals/signal.h"

namespace foreshock::collect::device_rounds_test {

using namespace std::chrono_literals;
constexpr Instant start{1000h};

class DeviceRoundsTest : public ::testing::Test {
 protected:
  void begin(std::vector<BackendPlace> places) { rounds_.emplace(*nvml_, std::move(places)); }
  Round states() {
    samples_.begin(start);
    rounds_->state_round(samples_);
    return Round(samples_.end());
  }
  Round memories() {
    samples_.begin(start);
    rounds_->memory_round(samples_);
    return Round(samples_.end());
  }
  void run(size_t device, unsigned int pid, unsigned long long memory) {
    StubDevice& of = stub_->devices[device];
    of.pids[of.processes] = pid;
    of.memory[of.processes++] = memory;
  }
  std::map<std::string, std::vector<size_t>> served(const Families& families) {
    rounds_->assign(families);
    return rounds_->served();
  }

  StubLibrary stub_;
  std::unique_ptr<Nvml> nvml_ = Nvml::load(stub_.path()).value();
  KeptSamples sink_;
  ToldByPages told_{sink_, start - 1h, 5s};
  LocalSamples samples_{told_, [](const std::string& name) { return name == "a" ? "v1" : ""; }};
  std::optional<DeviceRounds> rounds_;
};

using Served = std::map<std::string, std::vector<size_t>>;

TEST_F(DeviceRoundsTest, ABackendHasTheDevicesThatItsPlaceSaysAndThoseThatAreThere) {
  begin({{"a", {{1, 7}}}, {"b", {}}});
  EXPECT_EQ(served({}), (Served{{"a", {1}}}));
}

TEST_F(DeviceRoundsTest, ABackendHasTheDevicesOnWhichItsProcessesRun) {
  begin({});
  run(0, 41, gib);
  run(1, 51, gib);
  EXPECT_EQ(served({{"a", {{40, 41}}}, {"b", {{51}}}}), (Served{{"a", {0}}, {"b", {1}}}));
}

TEST_F(DeviceRoundsTest, TheOnlyBackendHereHasAllWhereItsProcessesAreNotTold) {
  begin({});
  EXPECT_EQ(served({{"a", {{40}}}}), (Served{{"a", {0, 1}}}));
  EXPECT_EQ(served({{"a", {}}, {"b", {{50}, true}}}), (Served{{"a", {0, 1}}})) << "b is simulated";
  EXPECT_EQ(served({{"a", {{40}}}, {"b", {}}}), Served()) << "who has which is not known";
  EXPECT_EQ(served({{"a", {{40}, true}}}), Served());
}

TEST_F(DeviceRoundsTest, TellsOfDevicesAndOfTheReplicasThatTheyServe) {
  begin({{"a", {{0, 1}}}});
  const Round round = states();
  EXPECT_DOUBLE_EQ(round.value("gpu_util", device_0).value(), 0.95);
  EXPECT_EQ(round.value("gpu_util", device_1), 0);
  EXPECT_DOUBLE_EQ(round.value("gpu_util", replica_a).value(), 0.475);
  EXPECT_DOUBLE_EQ(round.value("gpu_util").value(), 0.475);
  EXPECT_DOUBLE_EQ(round.value("gpu_util", {"version", "v1"}).value(), 0.475);
  EXPECT_EQ(round.value("gpu_clock", replica_a), 0.75);
  EXPECT_DOUBLE_EQ(round.value("dram_active", replica_a).value(), 0.3);
  EXPECT_EQ(round.value("gpu_power", replica_a), 181);
  EXPECT_EQ(round.value("gpu_temperature", replica_a), 41);
  EXPECT_EQ(round.value("gpu_throttled", replica_a), 0);
  EXPECT_EQ(round.value("gpu_ecc", replica_a), 0);
  EXPECT_EQ(memories().value("gpu_memory", replica_a), 70.0 * gib);
  EXPECT_EQ(memories().value("gpu_memory", device_1), 0);
}

TEST_F(DeviceRoundsTest, ADeviceThatServesNobodyIsInNoTotal) {
  begin({{"a", {{0}}}});
  EXPECT_DOUBLE_EQ(states().value("gpu_util").value(), 0.95);
  EXPECT_EQ(states().value("gpu_util", device_1), 0);
  begin({});
  EXPECT_FALSE(states().value("gpu_util"));
  EXPECT_TRUE(states().value("gpu_util", device_0));
}

TEST_F(DeviceRoundsTest, WhatThePageOfAReplicaTellsIsNotToldTwice) {
  begin({{"a", {{0}}}, {"b", {{1}}}});
  told_.take(std::vector<Sample>{{{"gpu_util", replica_a}, start, 0.5, 1}});
  const Round round = states();
  EXPECT_FALSE(round.value("gpu_util", replica_a));
  EXPECT_FALSE(round.value("gpu_util", {"version", "v1"}));
  EXPECT_EQ(round.value("gpu_util"), 0) << "that of b";
  EXPECT_EQ(round.value("gpu_util", replica_b), 0);
  EXPECT_TRUE(round.value("gpu_util", device_0)) << "no page tells of devices";
  EXPECT_EQ(round.value("gpu_clock", replica_a), 1) << "its page does not tell that";
}

TEST_F(DeviceRoundsTest, AReplicaThatLostADeviceHasNoSumAndTheDeviceIsMissing) {
  begin({{"a", {{0, 1}}}});
  EXPECT_EQ(states().value("series_missing", device_1), 0);
  stub_->devices[1].answer = 15;
  const Round round = states();
  EXPECT_FALSE(round.value("gpu_power", replica_a)) << "half of it would look like a fall";
  EXPECT_FALSE(round.value("gpu_power", device_1));
  EXPECT_TRUE(round.value("gpu_power", device_0));
  EXPECT_EQ(round.value("series_missing", device_1), 1);
  EXPECT_FALSE(round.value("series_missing"));
  EXPECT_FALSE(memories().value("gpu_memory", replica_a));
}

TEST_F(DeviceRoundsTest, SplitsTheMemoryOfTheProcessesOfAnEngine) {
  begin({{"a", {}, Bytes{16 * gib}, Bytes{40 * gib}}});
  run(0, 41, 60 * gib);
  run(0, 99, 9 * gib);
  run(1, 40, gib);
  rounds_->assign({{"a", {{40, 41}}}});
  const Round round = memories();
  EXPECT_EQ(round.value("memory_weights", replica_a), 16.0 * gib);
  EXPECT_EQ(round.value("memory_kv", replica_a), 40.0 * gib);
  EXPECT_EQ(round.value("memory_activations", replica_a), 5.0 * gib);
  EXPECT_EQ(round.value("memory_activations"), 5.0 * gib);
}

TEST_F(DeviceRoundsTest, SplitsAllThatIsUsedWhereProcessesAreNotToldAndTheDevicesAreItsAlone) {
  const BackendPlace a{"a", {{0}}, Bytes{16 * gib}, Bytes{40 * gib}};
  begin({a});
  EXPECT_EQ(memories().value("memory_activations", replica_a), 14.0 * gib);
  begin({a, {"b", {{0}}}});
  EXPECT_FALSE(memories().value("memory_activations", replica_a)) << "b has some of it";
  stub_->devices[0].processes_answer = 3;
  begin({a});
  rounds_->assign({{"a", {{40}}}});
  EXPECT_EQ(memories().value("memory_activations", replica_a), 14.0 * gib);
  stub_->devices[0].answer = 15;
  EXPECT_FALSE(memories().value("memory_activations", replica_a));
}

TEST_F(DeviceRoundsTest, WithoutBothSizesThereIsNoSplit) {
  for (const BackendPlace& place :
       {BackendPlace{"a", {{0}}, Bytes{gib}, Bytes{0}}, BackendPlace{"a", {{0}}, Bytes{0}, Bytes{gib}}}) {
    begin({place});
    EXPECT_EQ(memories().signals(), (std::set<std::string>{"gpu_memory"}));
  }
}

TEST_F(DeviceRoundsTest, EachSignalIsOneOfTheTable) {
  begin({{"a", {{0, 1}}, Bytes{gib}, Bytes{gib}}});
  std::set<std::string> told = states().signals();
  told.merge(memories().signals());
  EXPECT_EQ(told.size(), 12u);
  for (const auto& signal : signals::signal_specs()) told.erase(std::string(signal.name));
  EXPECT_TRUE(told.empty()) << *told.begin();
}

}  // namespace foreshock::collect::device_rounds_test
