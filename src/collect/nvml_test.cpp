#include "collect/nvml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collect/nvml_test.h"

namespace foreshock::collect {

const char* nvml_stub_path() {
  return FORESHOCK_NVML_STUB;
}

}  // namespace foreshock::collect

namespace foreshock::collect::nvml_test {

constexpr int not_supported = 3, driver_not_loaded = 9, gpu_is_lost = 15;

TEST(Nvml, ReadsWhatEachDeviceTells) {
  const StubLibrary stub;
  const auto nvml = Nvml::load(stub.path()).value();
  ASSERT_EQ(nvml->devices(), 2u);
  EXPECT_EQ(nvml->name(1).name, "Stub 80GB");
  EXPECT_EQ(nvml->name(1).uuid, "GPU-1");
  const DeviceState state = nvml->state(0);
  EXPECT_DOUBLE_EQ(state.busy.value(), 0.95);
  EXPECT_DOUBLE_EQ(state.memory_busy.value(), 0.6);
  EXPECT_EQ(state.clock, 1);
  EXPECT_EQ(nvml->state(1).clock, 0.5);
  EXPECT_DOUBLE_EQ(state.power.value(), 90.5);
  EXPECT_EQ(state.temperature, 41);
  EXPECT_EQ(state.throttled, 0);
  EXPECT_EQ(state.errors, 0);
  EXPECT_FALSE(nvml->lost(0));
}

TEST(Nvml, MemoryInUseIsWithoutWhatTheDriverKeepsWhereItTellsThat) {
  const StubLibrary stub;
  EXPECT_EQ(Nvml::load(stub.path()).value()->memory(0)->used, 70.0 * gib);
  const StubLibrary old(FORESHOCK_NVML_STUB_OLD);
  EXPECT_EQ(Nvml::load(old.path()).value()->memory(0)->used, 70.5 * gib);
  EXPECT_EQ(Nvml::load(old.path()).value()->memory(0)->total, 80.0 * gib);
}

TEST(Nvml, WhatALibraryLacksIsAbsentAndNeverZero) {
  const StubLibrary old(FORESHOCK_NVML_STUB_OLD);
  old->devices[0].reasons = 0x40;
  const DeviceState state = Nvml::load(old.path()).value()->state(0);
  EXPECT_FALSE(state.temperature) << "it has no such entry";
  EXPECT_EQ(state.throttled, 1) << "it has the older name";
}

TEST(Nvml, WhatADeviceDoesNotSupportIsAbsentAndTheRestIsThere) {
  const StubLibrary stub;
  stub->devices[0].utilization_answer = not_supported;
  stub->devices[0].ecc_answer = not_supported;
  stub->devices[0].processes_answer = not_supported;
  const auto nvml = Nvml::load(stub.path()).value();
  const DeviceState state = nvml->state(0);
  EXPECT_FALSE(state.busy);
  EXPECT_FALSE(state.memory_busy);
  EXPECT_FALSE(state.errors);
  EXPECT_FALSE(nvml->processes(0));
  EXPECT_EQ(state.clock, 1);
  EXPECT_FALSE(nvml->lost(0));
  EXPECT_TRUE(nvml->state(1).busy);
}

TEST(Nvml, OnlyHeatTheHardwareAndThePowerSupplySlowADevice) {
  const StubLibrary stub;
  const auto nvml = Nvml::load(stub.path()).value();
  for (const unsigned long long reason : {0x1, 0x2, 0x4, 0x10, 0x100}) {
    stub->devices[0].reasons = reason;
    EXPECT_EQ(nvml->state(0).throttled, 0) << reason;
  }
  for (const unsigned long long reason : {0x8, 0x20, 0x40, 0x80, 0x44}) {
    stub->devices[0].reasons = reason;
    EXPECT_EQ(nvml->state(0).throttled, 1) << reason;
  }
}

TEST(Nvml, ADeviceThatIsLostTellsNothingUntilItIsBack) {
  const StubLibrary stub;
  const auto nvml = Nvml::load(stub.path()).value();
  EXPECT_TRUE(nvml->memory(1));
  stub->devices[1].answer = gpu_is_lost;
  EXPECT_FALSE(nvml->memory(1));
  EXPECT_TRUE(nvml->lost(1));
  EXPECT_FALSE(nvml->state(1).power);
  EXPECT_FALSE(nvml->processes(1));
  EXPECT_FALSE(nvml->lost(0));
  EXPECT_TRUE(nvml->memory(0));
  stub->devices[1].answer = 0;
  EXPECT_TRUE(nvml->memory(1));
  EXPECT_FALSE(nvml->lost(1));
}

TEST(Nvml, ReadsTheProcessesOfADeviceHoweverMany) {
  for (const char* path : {FORESHOCK_NVML_STUB, FORESHOCK_NVML_STUB_OLD}) {
    const StubLibrary stub(path);
    const auto nvml = Nvml::load(path).value();
    EXPECT_EQ(nvml->processes(0)->size(), 0u);
    StubDevice& device = stub->devices[0];
    device.processes = 100;
    for (unsigned int i = 0; i < 100; ++i) device.pids[i] = 1000 + i, device.memory[i] = i * gib;
    device.memory[7] = ~0ULL;
    const auto processes = nvml->processes(0).value();
    ASSERT_EQ(processes.size(), 100u);
    EXPECT_EQ(processes[99].pid, 1099);
    EXPECT_EQ(processes[99].memory, 99.0 * gib);
    EXPECT_FALSE(processes[7].memory) << "the driver does not tell";
  }
}

TEST(Nvml, SaysWhyThereIsNone) {
  const auto absent = Nvml::load("/nowhere/libnvidia-ml.so.1");
  EXPECT_EQ(absent.error().code(), Code::not_found);
  EXPECT_EQ(absent.error().what(), "/nowhere/libnvidia-ml.so.1 is not there");
  const StubLibrary stub;
  stub->init_answer = driver_not_loaded;
  const auto without_driver = Nvml::load(stub.path());
  EXPECT_EQ(without_driver.error().code(), Code::unsupported);
  EXPECT_THAT(without_driver.error().what(), testing::EndsWith(" does not start: Driver Not Loaded"));
  EXPECT_EQ(Nvml::load("libdl.so.2").error().code(), Code::unsupported) << "another library";
}

TEST(Nvml, IsShutDownAsOftenAsItIsStarted) {
  const StubLibrary stub;
  {
    const auto nvml = Nvml::load(stub.path()).value();
    EXPECT_EQ(stub->started, 1);
  }
  EXPECT_EQ(stub->started, 0);
  stub->init_answer = driver_not_loaded;
  EXPECT_FALSE(Nvml::load(stub.path()));
  EXPECT_EQ(stub->started, 0);
}

}  // namespace foreshock::collect::nvml_test
