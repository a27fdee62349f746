// The program as its users run it.
#include <csignal>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "testkit/loopback.h"
#include "testkit/program.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli::program_test {

using nlohmann::json;
using testkit::Program;
using testkit::run_program;
using testkit::TemporaryFolder;

const std::string program = FORESHOCK_PROGRAM;

std::string write_file(const TemporaryFolder& folder, std::string_view text) {
  const auto path = folder.path() / "foreshock.yaml";
  std::ofstream(path) << text;
  return path.string();
}

uint16_t port_of(const std::string& line) {
  return static_cast<uint16_t>(std::stoi(line.substr(line.rfind(':') + 1)));
}

// foreshock up on free ports, with its two lines read.
struct Up {
  explicit Up(const TemporaryFolder& folder, std::vector<std::string> more = {})
      : process([&] {
          std::vector<std::string> command = {
              program,     "up",          "--listen",   "127.0.0.1:0",
              "--console", "127.0.0.1:0", "--data-dir", (folder.path() / "data").string()};
          command.insert(command.end(), more.begin(), more.end());
          return command;
        }()),
        gateway(process.read_line()),
        console(process.read_line()) {}

  json get(const std::string& path) const {
    auto connection = testkit::Connection::to(port_of(console));
    connection.send(fmt::format("GET {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path));
    return json::parse(connection.receive_message().body);
  }

  Program process;
  std::string gateway, console;
};

TEST(Program, SaysItsVersionAndHelpsWithUnknownCommands) {
  const auto version = run_program({program, "--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out, fmt::format("foreshock {}\n", FORESHOCK_VERSION));
  const auto help = run_program({program, "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("load quick"), std::string::npos);
  EXPECT_EQ(run_program({program, "upp"}).exit_code, 2);
  EXPECT_EQ(run_program({program, "check"}).exit_code, 2);
}

TEST(Program, ChecksAConfiguration) {
  const TemporaryFolder folder;
  const auto good = run_program(
      {program, "check", write_file(folder, "backends: [{ name: a, url: http://127.0.0.1:1 }]\n")});
  EXPECT_EQ(good.exit_code, 0);
  EXPECT_NE(good.out.find("is good: 1 backend"), std::string::npos) << good.out;
  const std::string file = write_file(folder, "lisen: x\n");
  const auto bad = run_program({program, "check", file});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find(file + ":1:1: unknown key 'lisen'. Did you mean 'listen'?"), std::string::npos)
      << bad.err;
  EXPECT_NE(bad.err.find("foreshock config reference"), std::string::npos) << "the hint";
  EXPECT_EQ(json::parse(run_program({program, "check", "--json", file}).out)["error"]["code"], "bad_config");
  EXPECT_EQ(run_program({program, "check", "/nowhere.yaml"}).exit_code, 2);
  EXPECT_EQ(run_program({program, "check", folder.path().string()}).exit_code, 2) << "a folder";
}

TEST(Program, RefusesToRunAWrongConfiguration) {
  const TemporaryFolder folder;
  const auto wrong_type = run_program({program, "up", "-c", write_file(folder, "threads: many\n")});
  EXPECT_EQ(wrong_type.exit_code, 2);
  EXPECT_NE(wrong_type.err.find(":1:10: 'threads' expected a whole number"), std::string::npos)
      << wrong_type.err;
}

TEST(Program, SaysWhenAPortIsTaken) {
  const TemporaryFolder folder;
  testkit::LoopbackServer other([](testkit::Connection&) {});
  const std::string taken = fmt::format("127.0.0.1:{}", other.port());
  const std::string data = (folder.path() / "data").string();
  for (const auto& [mine, others] :
       {std::pair("--listen", "--console"), std::pair("--console", "--listen")}) {
    const auto result = run_program({program, "up", mine, taken, others, "127.0.0.1:0", "--data-dir", data});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("taken by another program"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(taken), std::string::npos) << result.err;
  }
}

TEST(Program, ListsAndExplains) {
  EXPECT_NE(run_program({program, "list"}).out.find("ttft"), std::string::npos);
  EXPECT_FALSE(json::parse(run_program({program, "list", "signals", "--json"}).out)["signals"].empty());
  const auto unknown = run_program({program, "list", "signal"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("Did you mean 'signals'?"), std::string::npos);
  EXPECT_NE(run_program({program, "config", "reference"}).out.find("timeouts.idle"), std::string::npos);
}

TEST(Program, UpMeasuresItsOwnLoadAndStopsWhenAsked) {
  const TemporaryFolder folder;
  Up up(folder);
  EXPECT_TRUE(up.gateway.starts_with("gateway http://127.0.0.1:")) << up.gateway;
  EXPECT_TRUE(up.console.starts_with("console http://127.0.0.1:")) << up.console;
  json observations;
  while (observations.empty()) observations = up.get("/api/v1/observations?limit=5")["observations"];
  EXPECT_EQ(observations[0]["state"], "ok");
  EXPECT_GT(observations[0]["ttft_s"].get<double>(), 0);
  EXPECT_EQ(up.get("/api/v1/status")["backends"][0]["name"], "simulated");
  EXPECT_EQ(up.process.end(SIGTERM), 0);
}

TEST(Program, OutlivesTheReaderOfItsLog) {
  const TemporaryFolder folder;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);  // whoever read it is gone
  const FileDescriptor log(ends[1]);
  Program process({program, "up", "--listen", "127.0.0.1:0", "--console", "127.0.0.1:0", "--data-dir",
                   (folder.path() / "data").string()},
                  log.get());
  EXPECT_TRUE(process.read_line().starts_with("gateway "));
  EXPECT_EQ(process.end(SIGTERM), 0) << "it logs that it stops";
}

// Whatever a client saw answered more than a second before the kill is there again afterwards.
TEST(Program, AKillLosesAtMostTheLastSecond) {
  const TemporaryFolder folder;
  std::set<std::string> seen;
  double last_end = 0;
  {
    Up up(folder);
    double now = 0;
    while (seen.size() < 4 || now < last_end + 1.5) {
      const json page = up.get("/api/v1/observations?limit=1000");
      for (const auto& one : page["observations"]) {
        if (seen.size() >= 4) break;
        seen.insert(one["id"]);
        last_end = std::max(last_end, one["accepted"].get<double>() + one["stamps"]["end"].get<double>());
      }
      now = up.get("/api/v1/status")["now"];
    }
    EXPECT_EQ(up.process.end(SIGKILL), -1);
  }
  Up again(folder, {"--no-load"});
  std::set<std::string> kept;
  const json page = again.get("/api/v1/observations?limit=1000");
  for (const auto& one : page["observations"]) kept.insert(one["id"]);
  for (const std::string& id : seen) EXPECT_TRUE(kept.count(id)) << id;
  const auto series = again.get(fmt::format("/api/v1/series?signals=ttft&step=10&from={}&to={}",
                                            last_end - 60, last_end + 10))["series"];
  double count = 0;
  for (const auto& bucket : series.at(0)["count"]) count += bucket.get<double>();
  EXPECT_GE(count, 4);
  EXPECT_EQ(again.process.end(SIGTERM), 0);
}

}  // namespace foreshock::cli::program_test
