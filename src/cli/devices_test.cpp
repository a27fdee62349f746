// Devices of this machine, from a stand-in of NVIDIA's library, as a user meets them.
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/up_test.h"

namespace foreshock::cli::devices_test {

using nlohmann::json;

class Devices : public ::testing::Test {
 protected:
  Devices() { setenv("FORESHOCK_NVML_STUB_DEVICES", "2", 1); }
  ~Devices() override { unsetenv("FORESHOCK_NVML_STUB_DEVICES"); }

  std::vector<std::string> configured(std::string_view library) const {
    const auto file = folder_.path() / "foreshock.yaml";
    std::ofstream(file) << fmt::format(
        "backends: [{{ name: a, url: '{}', health: off, devices: [1], weights_memory: 16GiB, kv_memory: "
        "40GiB }}]\n"
        "collect: {{ every: 50ms, timeout: 50ms, gpu_memory_every: 50ms, nvml_library: '{}' }}\n",
        engine_.url(), library);
    return {"--config", file.string()};
  }

  const testkit::TemporaryFolder folder_;
  testkit::LoopbackServer engine_{[](testkit::Connection& connection) { connection.receive_all(); }};
};

TEST_F(Devices, ServeBackendsWhoseMemoryIsSplit) {
  const Up up(folder_, configured(FORESHOCK_NVML_STUB));
  json status;
  do status = up.get("/api/v1/status");
  while (status.at("devices").empty() || status["devices"][1]["backends"].empty());
  EXPECT_EQ(status["devices"], json::parse(R"([
    {"index": 0, "name": "Stub 80GB", "uuid": "GPU-0", "backends": []},
    {"index": 1, "name": "Stub 80GB", "uuid": "GPU-1", "backends": ["a"]}])"));
  EXPECT_TRUE(status["no_devices"].is_null());
  constexpr double gib = 1 << 30;
  const auto peak_of = [&](const std::string& signal, const std::string& stratum) {
    for (;;) {
      const json series =
          up.get("/api/v1/series?signals=" + signal + "&stratum=" + stratum).at("series").at(0);
      if (!series.at("max").empty()) return series["max"].back().get<double>() / gib;
    }
  };
  EXPECT_EQ(peak_of("gpu_memory", "device:0"), 70);
  EXPECT_EQ(peak_of("gpu_memory", "replica:a"), 70);
  EXPECT_EQ(peak_of("memory_weights", "replica:a"), 16);
  EXPECT_EQ(peak_of("memory_kv", "replica:a"), 40);
  EXPECT_EQ(peak_of("memory_activations", "replica:a"), 14);
}

TEST_F(Devices, AreAbsentWithoutTheLibraryAndTheReasonIsShown) {
  const Up up(folder_, configured("/nowhere/libnvidia-ml.so.1"));
  json status;
  do status = up.get("/api/v1/status");
  while (status.at("no_devices").is_null());
  EXPECT_EQ(status["no_devices"], "/nowhere/libnvidia-ml.so.1 is not there");
  EXPECT_EQ(status["devices"], json::array());
}

}  // namespace foreshock::cli::devices_test
