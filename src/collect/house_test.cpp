#include "collect/house.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collect/kernel_test.h"
#include "collect/nvml_test.h"
#include "collect/samples_test.h"

namespace foreshock::collect::house_test {

using namespace std::chrono_literals;

class HouseTest : public ::testing::Test {
 protected:
  HouseTest() {
    files_.write("proc/meminfo", "MemTotal: 100 kB\nMemAvailable: 60 kB\n");
    options_.gpu_memory_every = 1ms;
    options_.host_every = 1ms;
  }
  std::unique_ptr<House> begin(const std::vector<HouseBackend>& backends) {
    return std::make_unique<House>(
        House::World{clock_, kept_, told_, board_, [](const std::string&) { return ""; }, files_.root()},
        backends, options_);
  }
  DevicesStatus devices_once(bool (*known)(const DevicesStatus&)) {
    for (;; std::this_thread::yield())
      if (const DevicesStatus status = board_.read(); known(status)) return status;
  }

  RealClock clock_;
  const KernelFiles files_;
  StubLibrary stub_;
  KeptSamples kept_;
  ToldByPages told_{kept_, clock_.now() - 1h, 5s};
  DevicesBoard board_;
  CollectOptions options_;
};

TEST_F(HouseTest, ReadsTheMachineAndItsDevicesAgainAndAgain) {
  options_.nvml_library = stub_.path();
  options_.places = {{"b", {{1}}}};
  const auto house = begin({{"a", "http://127.0.0.1:1"}, {"b", "http://gpu7:8000"}});
  EXPECT_DOUBLE_EQ(kept_.first("host_memory", {}), 0.4);
  EXPECT_EQ(kept_.first("gpu_memory", device_0), 70.0 * gib);
  EXPECT_EQ(kept_.first("gpu_memory", {"replica", "a"}), 70.0 * gib) << "the only one here";
  EXPECT_EQ(kept_.first("gpu_clock", {"replica", "b"}), 0.5);
  while (kept_.values("gpu_memory", device_1).size() < 5) std::this_thread::yield();
  const DevicesStatus status = devices_once([](const DevicesStatus& found) {
    return found.devices.size() == 2 && found.devices[1].backends.size() == 2;
  });
  EXPECT_EQ(status.trouble, "");
  EXPECT_EQ(status.devices[0].name.name, "Stub 80GB");
  EXPECT_EQ(status.devices[0].backends, std::vector<std::string>{"a"});
  EXPECT_EQ(status.devices[1].backends, (std::vector<std::string>{"a", "b"}));
}

TEST_F(HouseTest, WithoutTheLibraryTheRestIsReadAndTheReasonIsTold) {
  options_.nvml_library = "/nowhere/libnvidia-ml.so.1";
  const auto house = begin({{"a", "http://127.0.0.1:1"}});
  const auto has_trouble = [](const DevicesStatus& found) { return !found.trouble.empty(); };
  EXPECT_EQ(devices_once(has_trouble).trouble, "/nowhere/libnvidia-ml.so.1 is not there");
  EXPECT_DOUBLE_EQ(kept_.first("host_memory", {}), 0.4);
  EXPECT_TRUE(kept_.values("gpu_memory", device_0).empty());
}

TEST_F(HouseTest, AnEmptyNameLooksForNoLibrary) {
  options_.nvml_library = "";
  const auto house = begin({});
  EXPECT_EQ(board_.read().trouble, "collect.nvml_library is empty");
}

TEST_F(HouseTest, TheLogSaysItOnce) {
  options_.nvml_library = "/nowhere/one";
  const auto has_trouble = [](const DevicesStatus& found) { return !found.trouble.empty(); };
  testing::internal::CaptureStderr();
  for (int time = 0; time < 3; ++time) {
    board_.write({});
    const auto house = begin({});
    devices_once(has_trouble);
  }
  const std::string said = testing::internal::GetCapturedStderr();
  const std::string line = "devices are not read: /nowhere/one is not there";
  ASSERT_NE(said.find(line), std::string::npos) << said;
  EXPECT_EQ(said.find(line), said.rfind(line));
}

TEST(PlaceOptions, ReadsLists) {
  DeviceList devices;
  ASSERT_TRUE(parse_value("0, 3,1", devices));
  EXPECT_EQ(devices.indexes, (std::vector<size_t>{0, 3, 1}));
  EXPECT_EQ(print_value(devices), "0, 3, 1");
  ASSERT_TRUE(parse_value("", devices));
  EXPECT_TRUE(devices.indexes.empty());
  EXPECT_EQ(parse_value("GPU-1", devices).error().what(), "no index of a device, from 0 to 63: 'GPU-1'");
  EXPECT_FALSE(parse_value("-1", devices));
  EXPECT_FALSE(parse_value("64", devices));
  EXPECT_EQ(parse_value("1,1", devices).error().what(), "the device stands here twice: '1'");
}

}  // namespace foreshock::collect::house_test
