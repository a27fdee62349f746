#include "collect/process.h"

#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collect/kernel_test.h"
#include "testkit/loopback.h"

namespace foreshock::collect::process_test {

using namespace std::chrono_literals;
constexpr Instant start{1000h};
const ListeningPlace place{"127.0.0.1", 8000, ""};

struct Written {
  std::string name = "vllm";
  int parent = 1;
  int ticks = 0, threads = 1, started = 100, pages = 1;
};

class EngineProcessTest : public ::testing::Test {
 protected:
  EngineProcessTest() {
    files_.write("proc/uptime", "61.00 5.00\n");
    files_.write(
        "proc/net/tcp",
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid timeout inode\n"
        "   0: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4711 1\n"
        "   1: 0100007F:1F41 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4713 1\n"
        "   2: 0100007F:1F40 0100007F:9999 01 00000000:00000000 00:00000000 00000000 0 0 4712 1\n");
  }
  void write(int pid, const Written& stat) {
    files_.write(
        fmt::format("proc/{}/stat", pid),
        fmt::format("{} ({}) S {} 1 1 0 -1 0 0 0 0 0 {} 0 0 0 20 0 {} 0 {} 9999 {} 18446744073709551615", pid,
                    stat.name, stat.parent, stat.ticks, stat.threads, stat.started, stat.pages));
  }
  void hold(int pid, int handle, const std::string& target) {
    files_.link(fmt::format("proc/{}/fd/{}", pid, handle), target);
  }
  // The server 40 that listens on port 8000, its worker 41, and others.
  void write_engine() {
    write(40, {"python3 (x) y", 1, 500, 10, 100, 1000});
    hold(40, 3, "socket:[4711]");
    hold(40, 4, "/dev/null");
    write(41, {"EngineCore", 40, 100, 5, 200, 2000});
    hold(41, 5, "socket:[9]");
    write(50, {"other", 1, 900, 7, 10, 4000});
    hold(50, 3, "socket:[4713]");
    hold(50, 4, "socket:[4712]");
  }
  void look(EngineProcess& process) { process.look(ProcessTable(files_.root())); }

  const double page_ = static_cast<double>(sysconf(_SC_PAGESIZE));
  const double tick_ = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  const KernelFiles files_;
};

TEST_F(EngineProcessTest, IsFoundByItsPortAndReadWithItsWorkers) {
  write_engine();
  EngineProcess process(files_.root(), place, "");
  look(process);
  EXPECT_EQ(process.pids(), (std::vector<int>{40, 41}));
  const ProcessReading first = process.read(start).value();
  EXPECT_FALSE(first.cpu) << "there is none before";
  EXPECT_EQ(first.resident, 3000 * page_);
  EXPECT_EQ(first.threads, 15);
  EXPECT_EQ(first.handles, 3);
  EXPECT_DOUBLE_EQ(first.age.value(), 61 - 100 * tick_);
  write(40, {"python3", 1, 550, 10, 100, 1000});
  write(41, {"EngineCore", 40, 250, 5, 200, 2000});
  EXPECT_DOUBLE_EQ(process.read(start + 2s)->cpu.value(), 200 * tick_ / 2);
}

TEST_F(EngineProcessTest, IsFoundByTheFileOfAUnixSocket) {
  write_engine();
  files_.write("proc/net/unix",
               "Num       RefCount Protocol Flags    Type St Inode Path\n"
               "0000: 00000003 00000000 00000000 0001 03 4713 /run/engine.sock\n"
               "0000: 00000002 00000000 00010000 0001 01 4711 /run/engine.sock\n");
  EngineProcess process(files_.root(), {"localhost", 0, "/run/engine.sock"}, "");
  look(process);
  EXPECT_EQ(process.pids().size(), 2u);
}

TEST_F(EngineProcessTest, AWorkerThatIsNewBringsItsTimeAndOneThatLeftTakesNone) {
  write_engine();
  EngineProcess process(files_.root(), place, "");
  look(process);
  process.read(start);
  files_.remove("proc/41");
  write(42, {"EngineCore", 40, 30, 5, 900, 2000});
  look(process);
  EXPECT_EQ(process.pids(), (std::vector<int>{40, 42}));
  EXPECT_DOUBLE_EQ(process.read(start + 1s)->cpu.value(), 30 * tick_);
}

TEST_F(EngineProcessTest, OneThatBeganAnewIsAnother) {
  write_engine();
  EngineProcess process(files_.root(), place, "");
  look(process);
  process.read(start);
  write(40, {"python3", 1, 2, 10, 5000, 1000});
  EXPECT_FALSE(process.read(start + 1s)) << "its number was given anew";
  look(process);
  EXPECT_FALSE(process.read(start + 2s)->cpu) << "there is none before";
  files_.remove("proc/40");
  EXPECT_FALSE(process.read(start + 3s));
  look(process);
  EXPECT_TRUE(process.pids().empty());
}

TEST_F(EngineProcessTest, AForwarderIsNoEngine) {
  for (const char* name : {"docker-proxy", "ssh"}) {
    write_engine();
    write(40, {name, 1, 500, 10, 100, 1000});
    EngineProcess process(files_.root(), place, "");
    look(process);
    EXPECT_FALSE(process.read(start)) << name;
  }
}

TEST_F(EngineProcessTest, APidFileTellsWhereThePortDoesNot) {
  write_engine();
  files_.write("engine.pid", "50\n");
  EngineProcess process(files_.root(), place, files_.root() + "/engine.pid");
  look(process);
  EXPECT_EQ(process.pids(), (std::vector<int>{50}));
  for (const char* wrong : {"", "-5", "vllm", "999999"}) {
    files_.write("engine.pid", wrong);
    look(process);
    EXPECT_TRUE(process.pids().empty()) << wrong;
  }
}

TEST_F(EngineProcessTest, WithoutAListenerThereIsNothing) {
  write_engine();
  EngineProcess process(files_.root(), {"127.0.0.1", 8005, ""}, "");
  look(process);
  EXPECT_FALSE(process.read(start));
  EngineProcess nowhere("/nowhere", place, "");
  nowhere.look(ProcessTable("/nowhere"));
  EXPECT_FALSE(nowhere.read(start));
}

TEST(EngineProcess, AnEngineInThisVeryProcessIsItsOwn) {
  testkit::LoopbackServer server([](testkit::Connection& connection) { connection.receive_all(); });
  const std::string url = server.url();
  const int port = std::stoi(url.substr(url.rfind(':') + 1));
  EngineProcess process("", {"127.0.0.1", port, ""}, "");
  process.look(ProcessTable(""));
  EXPECT_TRUE(process.is_own());
  EXPECT_FALSE(process.read(start));
}

TEST(ListeningPlace, IsHereWhereTheAddressCanBeNowhereElse) {
  for (const char* here : {"localhost", "127.0.0.1", "127.9.9.9", "::1"}) EXPECT_TRUE(is_loopback(here));
  for (const char* elsewhere : {"10.0.0.1", "gpu7", "::2", "0.0.0.0", "127.example.com"})
    EXPECT_FALSE(is_loopback(elsewhere));
}

}  // namespace foreshock::collect::process_test
