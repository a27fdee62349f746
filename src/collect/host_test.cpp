#include "collect/host.h"

#include <gtest/gtest.h>

#include "collect/kernel_test.h"

namespace foreshock::collect::host_test {

using namespace std::chrono_literals;
constexpr Instant start{1000h};

TEST(Host, ProcessorTimeIsThatOfAllProcessorsSinceTheReadingBefore) {
  const KernelFiles files;
  files.write("proc/stat", "cpu  100 0 100 700 100 0 0 0 50 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 5\n");
  files.write("proc/loadavg", "3.00 1.00 0.50 2/400 4711\n");
  Host host(files.root());
  const HostReading first = host.read(start);
  EXPECT_FALSE(first.cpu) << "there is none before";
  EXPECT_EQ(first.load, 1.5);
  files.write("proc/stat", "cpu  120 5 110 750 110 5 5 5 99 0\ncpu0 1 2 3\ncpu1 1 2 3\n");
  EXPECT_DOUBLE_EQ(host.read(start + 1s).cpu.value(), 50.0 / 110);
}

TEST(Host, MemoryIsWhatIsNotAvailable) {
  const KernelFiles files;
  files.write("proc/meminfo", "MemTotal:       1000 kB\nMemFree:  100 kB\nMemAvailable:    250 kB\n");
  EXPECT_EQ(Host(files.root()).read(start).memory, 0.75);
}

TEST(Host, PressureIsTheTimeInWhichSomethingWaited) {
  const KernelFiles files;
  files.write("proc/pressure/cpu", "some avg10=9.00 avg60=9.00 avg300=9.00 total=1000000\nfull total=9\n");
  files.write("proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=5\n");
  Host host(files.root());
  EXPECT_FALSE(host.read(start).cpu_pressure);
  files.write("proc/pressure/cpu", "some avg10=9.00 avg60=9.00 avg300=9.00 total=1500000\nfull total=9\n");
  const HostReading reading = host.read(start + 2s);
  EXPECT_DOUBLE_EQ(reading.cpu_pressure.value(), 0.25);
  EXPECT_EQ(reading.io_pressure, 0);
  EXPECT_FALSE(reading.memory_pressure) << "this kernel does not tell";
}

TEST(Host, WhatThereIsNotIsAbsent) {
  const KernelFiles files;
  Host host(files.root());
  host.read(start);
  files.write("proc/stat", "");
  files.write("proc/meminfo", "MemTotal: 0 kB\nMemAvailable: what kB\n");
  files.write("proc/pressure/cpu", "full total=7\n");
  const HostReading reading = host.read(start + 1s);
  EXPECT_FALSE(reading.cpu || reading.memory || reading.load || reading.cpu_pressure);
  EXPECT_FALSE(reading.cgroup.cpu || reading.cgroup.memory || reading.cgroup.throttled);
}

TEST(Host, ThisMachineTellsOfItself) {
  Host host("");
  host.read(start);
  const HostReading reading = host.read(start + 1s);
  ASSERT_TRUE(reading.memory);
  EXPECT_GT(*reading.memory, 0);
  EXPECT_LT(*reading.memory, 1);
  EXPECT_TRUE(reading.load);
}

}  // namespace foreshock::collect::host_test
