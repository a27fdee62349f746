#include "collect/host_rounds.h"

#include <gtest/gtest.h>

#include "collect/kernel_test.h"
#include "collect/samples_test.h"
#include "signals/signal.h"

namespace foreshock::collect::host_rounds_test {

using namespace std::chrono_literals;
constexpr Instant start{1000h};

class HostRoundsTest : public ::testing::Test {
 protected:
  // A machine with an engine that listens on port 8000, in a container of its own.
  HostRoundsTest() {
    machine(100, 200, 50);
    files_.write("proc/uptime", "61.00 5.00\n");
    files_.write("proc/self/cgroup", "0::/me\n");
    files_.write("proc/40/cgroup", "0::/engine\n");
    files_.write("proc/net/tcp", "0: 0100007F:1F40 00000000:0000 0A 0:0 00:0 0 0 0 4711 1\n");
    files_.link("proc/40/fd/3", "socket:[4711]");
    files_.write("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    container("me", 50, 1);
    container("engine", 80, 0);
    engine(0);
    rounds_.emplace(files_.root(), std::vector<LocalBackend>{{"a", {"127.0.0.1", 8000, ""}, ""},
                                                             {"b", {"127.0.0.1", 8001, ""}, ""}});
  }
  void machine(int busy, int all, int waited) {
    files_.write("proc/stat",
                 "cpu " + std::to_string(busy) + " 0 0 " + std::to_string(all - busy) + "\ncpu0 1\n");
    files_.write("proc/meminfo", "MemTotal: 100 kB\nMemAvailable: 60 kB\n");
    files_.write("proc/loadavg", "2.00 1.00 1.00 1/2 3\n");
    for (const std::string what : {"cpu", "memory", "io"})
      files_.write("proc/pressure/" + what,
                   "some avg10=0 avg60=0 avg300=0 total=" + std::to_string(waited) + "\n");
  }
  void container(const std::string& name, int memory, int throttled) {
    const std::string group = "sys/fs/cgroup/" + name;
    files_.write(group + "/cpu.max", "100000 100000\n");
    files_.write(group + "/cpu.stat", "usage_usec " + std::to_string(1000 * throttled) + "\nnr_periods " +
                                          std::to_string(10 * throttled) + "\nnr_throttled " +
                                          std::to_string(throttled) + "\n");
    files_.write(group + "/memory.max", "100\n");
    files_.write(group + "/memory.current", std::to_string(memory) + "\n");
  }
  void engine(int ticks) {
    files_.write("proc/40/stat", "40 (vllm) S 1 1 1 0 -1 0 0 0 0 0 " + std::to_string(ticks) +
                                     " 0 0 0 20 0 7 0 100 9999 5 18446744073709551615");
  }
  Round round(Instant now) {
    samples_.begin(now);
    rounds_->round(now, samples_);
    return Round(samples_.end());
  }

  const KernelFiles files_;
  KeptSamples sink_;
  ToldByPages told_{sink_, start - 1h, 5s};
  LocalSamples samples_{told_, [](const std::string&) { return ""; }};
  std::optional<HostRounds> rounds_;  // of files that are there
};

TEST_F(HostRoundsTest, TellsOfTheMachineInTheTotalAndOfTheEngineInItsReplica) {
  round(start);
  machine(150, 300, 500'050);
  container("engine", 90, 3);
  container("me", 50, 5);
  engine(50);
  const Round second = round(start + 1s);
  EXPECT_EQ(second.value("host_cpu"), 0.5);
  EXPECT_DOUBLE_EQ(second.value("host_memory").value(), 0.4);
  EXPECT_EQ(second.value("host_load"), 2);
  for (const char* pressure : {"cpu_pressure", "memory_pressure", "io_pressure"})
    EXPECT_EQ(second.value(pressure), 0.5);
  EXPECT_EQ(second.value("container_memory"), 0.5);
  EXPECT_EQ(second.value("container_memory", replica_a), 0.9);
  EXPECT_DOUBLE_EQ(second.value("cpu_throttled").value(), 0.1);
  EXPECT_DOUBLE_EQ(second.value("container_cpu", replica_a).value(), 0.003);
  EXPECT_EQ(second.value("threads", replica_a), 7);
  EXPECT_EQ(second.value("threads"), 7);
  EXPECT_EQ(second.value("fds", replica_a), 1);
  EXPECT_TRUE(second.value("cpu", replica_a));
  EXPECT_TRUE(second.value("rss", replica_a));
  EXPECT_TRUE(second.value("uptime", replica_a));
  EXPECT_FALSE(second.value("threads", replica_b)) << "nobody listens there";
  EXPECT_EQ(rounds_->families().at("a").pids, std::vector<int>{40});
  EXPECT_TRUE(rounds_->families().at("b").pids.empty());
}

TEST_F(HostRoundsTest, WhatThePageOfTheEngineTellsIsNotToldTwice) {
  round(start);
  told_.take(std::vector<Sample>{{{"rss", replica_a}, start, 5, 1}, {{"fds", replica_b}, start, 5, 1}});
  const Round second = round(start + 1s);
  EXPECT_FALSE(second.value("rss", replica_a));
  EXPECT_FALSE(second.value("rss"));
  EXPECT_TRUE(second.value("fds", replica_a));
  EXPECT_TRUE(round(start + 5s).value("rss", replica_a)) << "its page tells no more";
}

TEST_F(HostRoundsTest, UntilPagesHadTheirTimeNothingIsToldOfReplicas) {
  const ToldByPages fresh(sink_, start, 5s);
  LocalSamples samples(fresh, [](const std::string&) { return ""; });
  samples.begin(start + 4s);
  rounds_->round(start + 4s, samples);
  const Round first(samples.end());
  EXPECT_FALSE(first.value("rss", replica_a));
  EXPECT_TRUE(first.value("host_memory"));
}

TEST_F(HostRoundsTest, ProcessesAreLookedForEveryTenSeconds) {
  files_.remove("proc/40/fd/3");
  EXPECT_FALSE(round(start).value("threads"));
  files_.link("proc/40/fd/3", "socket:[4711]");
  EXPECT_FALSE(round(start + 9s).value("threads"));
  EXPECT_TRUE(round(start + 10s).value("threads"));
}

TEST_F(HostRoundsTest, EachSignalIsOneOfTheTable) {
  round(start);
  machine(150, 300, 60);
  container("me", 50, 5);
  std::set<std::string> told = round(start + 1s).signals();
  EXPECT_EQ(told.size(), 14u);
  for (const auto& signal : signals::signal_specs()) told.erase(std::string(signal.name));
  EXPECT_EQ(told, std::set<std::string>{"uptime"}) << "it tells cold starts, and is no series";
}

}  // namespace foreshock::collect::host_rounds_test
