#include "collect/cgroup.h"

#include <gtest/gtest.h>

#include "collect/kernel_test.h"

namespace foreshock::collect::cgroup_test {

using namespace std::chrono_literals;
constexpr Instant start{1000h};
const std::string mount = "sys/fs/cgroup";

TEST(Cgroup, ReadsVersion2) {
  const KernelFiles files;
  const std::string group = mount + "/pod/engine";
  files.write("proc/42/cgroup", "0::/pod/engine\n");
  files.write(mount + "/cgroup.controllers", "cpu memory\n");
  files.write(group + "/cpu.max", "200000 100000\n");
  files.write(group + "/cpu.stat", "usage_usec 5000000\nnr_periods 100\nnr_throttled 10\nthrottled_usec 7\n");
  files.write(group + "/memory.max", "1000\n");
  files.write(group + "/memory.current", "900\n");
  files.write(group + "/memory.stat", "anon 500\ninactive_file 150\n");
  Cgroup cgroup(files.root(), "42");
  const CgroupReading first = cgroup.read(start);
  EXPECT_FALSE(first.cpu || first.throttled) << "there is none before";
  EXPECT_EQ(first.memory, 0.75);
  files.write(group + "/cpu.stat", "usage_usec 8000000\nnr_periods 120\nnr_throttled 15\n");
  const CgroupReading reading = cgroup.read(start + 2s);
  EXPECT_DOUBLE_EQ(reading.cpu.value(), 0.75);
  EXPECT_EQ(reading.throttled, 0.25);
}

TEST(Cgroup, ReadsVersion1) {
  const KernelFiles files;
  files.write("proc/self/cgroup", "5:memory:/box\n4:cpuset:/\n3:cpu,cpuacct:/box\n0::/\n");
  files.write(mount + "/cpu/box/cpu.cfs_quota_us", "50000\n");
  files.write(mount + "/cpu/box/cpu.cfs_period_us", "100000\n");
  files.write(mount + "/cpu/box/cpu.stat", "nr_periods 10\nnr_throttled 0\nthrottled_time 0\n");
  files.write(mount + "/cpuacct/box/cpuacct.usage", "1000000000\n");
  files.write(mount + "/memory/box/memory.limit_in_bytes", "2000\n");
  files.write(mount + "/memory/box/memory.usage_in_bytes", "1500\n");
  files.write(mount + "/memory/box/memory.stat", "inactive_file 7\ntotal_inactive_file 500\n");
  Cgroup cgroup(files.root(), "self");
  EXPECT_EQ(cgroup.read(start).memory, 0.5);
  files.write(mount + "/cpu/box/cpu.stat", "nr_periods 20\nnr_throttled 10\nthrottled_time 9\n");
  files.write(mount + "/cpuacct/box/cpuacct.usage", "1400000000\n");
  const CgroupReading reading = cgroup.read(start + 1s);
  EXPECT_DOUBLE_EQ(reading.cpu.value(), 0.8);
  EXPECT_EQ(reading.throttled, 1);
}

TEST(Cgroup, TheNearestToItsLimitCountsOfAllGroupsAround) {
  const KernelFiles files;
  files.write("proc/self/cgroup", "0::/pod/engine\n");
  files.write(mount + "/cgroup.controllers", "memory\n");
  files.write(mount + "/pod/memory.max", "1000\n");
  files.write(mount + "/pod/memory.current", "950\n");
  files.write(mount + "/pod/engine/memory.max", "800\n");
  files.write(mount + "/pod/engine/memory.current", "400\n");
  EXPECT_EQ(Cgroup(files.root(), "self").read(start).memory, 0.95);
}

TEST(Cgroup, WithoutALimitThereIsNothing) {
  const KernelFiles files;
  files.write("proc/self/cgroup", "0::/\n3:cpu:/\n2:memory:/\n");
  files.write(mount + "/cgroup.controllers", "cpu memory\n");
  files.write(mount + "/cpu.max", "max 100000\n");
  files.write(mount + "/cpu.stat", "usage_usec 5\nnr_periods 0\nnr_throttled 0\n");
  files.write(mount + "/memory.max", "max\n");
  files.write(mount + "/memory.current", "900\n");
  files.write(mount + "/cpu/cpu.cfs_quota_us", "-1\n");
  files.write(mount + "/cpu/cpu.cfs_period_us", "100000\n");
  files.write(mount + "/cpu/cpu.stat", "nr_periods 0\nnr_throttled 0\n");
  files.write(mount + "/memory/memory.limit_in_bytes", "9223372036854771712\n");
  files.write(mount + "/memory/memory.usage_in_bytes", "900\n");
  Cgroup cgroup(files.root(), "self");
  cgroup.read(start);
  const CgroupReading reading = cgroup.read(start + 1s);
  EXPECT_FALSE(reading.cpu || reading.memory || reading.throttled);
}

TEST(Cgroup, AGroupNamedAsTheHostNamesItIsTheMountOfTheContainer) {
  const KernelFiles files;
  files.write("proc/self/cgroup", "0::/docker/4711\n");
  files.write(mount + "/cgroup.controllers", "memory\n");
  files.write(mount + "/memory.max", "1000\n");
  files.write(mount + "/memory.current", "100\n");
  EXPECT_EQ(Cgroup(files.root(), "self").read(start).memory, 0.1);
}

TEST(Cgroup, AnIdleGroupHasNoShareOfPeriodsAndOneThatBeganAnewNone) {
  const KernelFiles files;
  files.write("proc/self/cgroup", "0::/\n");
  files.write(mount + "/cgroup.controllers", "cpu\n");
  files.write(mount + "/cpu.max", "100000 100000\n");
  files.write(mount + "/cpu.stat", "usage_usec 5000000\nnr_periods 9\nnr_throttled 3\n");
  Cgroup cgroup(files.root(), "self");
  cgroup.read(start);
  CgroupReading reading = cgroup.read(start + 1s);
  EXPECT_FALSE(reading.throttled);
  EXPECT_EQ(reading.cpu, 0);
  files.write(mount + "/cpu.stat", "usage_usec 5\nnr_periods 1\nnr_throttled 0\n");
  reading = cgroup.read(start + 2s);
  EXPECT_FALSE(reading.cpu || reading.throttled);
}

}  // namespace foreshock::collect::cgroup_test
