// The program as its users run it.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/up_test.h"

namespace foreshock::cli::program_test {

using nlohmann::json;
using testkit::Program;
using testkit::run_program;
using testkit::TemporaryFolder;

const std::string program = program_under_test();

std::string write_file(const TemporaryFolder& folder, std::string_view text) {
  const auto path = folder.path() / "foreshock.yaml";
  std::ofstream(path) << text;
  return path.string();
}

TEST(Program, SaysItsVersionAndHelpsWithUnknownCommands) {
  const auto version = run_program({program, "--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out, fmt::format("foreshock {}\n", FORESHOCK_VERSION));
  const auto help = run_program({program, "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("load quick"), std::string::npos);
  const auto unknown = run_program({program, "tets", "x.yaml"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("unknown command 'tets'. Did you mean 'test'?"), std::string::npos)
      << unknown.err;
  const auto frob = run_program({program, "frob"});
  EXPECT_EQ(frob.exit_code, 2);
  EXPECT_NE(frob.err.find("unknown command 'frob'.\n  Commands: up, check, "), std::string::npos) << frob.err;
  const auto incomplete = run_program({program, "engine"}), nested = run_program({program, "engine", "sum"});
  EXPECT_EQ(incomplete.exit_code, 2);
  EXPECT_NE(incomplete.err.find("'foreshock engine' needs a command\n  Commands: sim, list, act;"),
            std::string::npos)
      << incomplete.err;
  EXPECT_EQ(nested.exit_code, 2);
  EXPECT_NE(nested.err.find("unknown command 'sum'. Did you mean 'sim'?"), std::string::npos) << nested.err;
  EXPECT_NE(run_program({program, "--frob"}).err.find("unknown option '--frob'"), std::string::npos);
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

TEST(Program, ADamagedOrMissingStoreDoesNotStopTheGateway) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "data");
  std::ofstream((folder.path() / "data/store.db").string()) << std::string(5'000, 'x');
  {
    Up up(folder, {"--no-load"});
    const json store = up.get("/api/v1/status")["store"];
    EXPECT_EQ(store["in_memory"], false);
    EXPECT_NE(store["trouble"].get<std::string>().find("store.db.damaged"), std::string::npos) << store;
    EXPECT_EQ(up.process.end(SIGTERM), 0);
  }
  Program nowhere({program, "up", "--listen", "127.0.0.1:0", "--console", "127.0.0.1:0", "--no-load",
                   "--data-dir", "/proc/self"});
  EXPECT_TRUE(nowhere.read_line().starts_with("gateway "));
  EXPECT_EQ(nowhere.end(SIGTERM), 0);
}

TEST(Program, ChecksCopiesAndPutsBackItsStore) {
  const TemporaryFolder folder;
  const std::string data = (folder.path() / "data").string(), copy = (folder.path() / "copy").string();
  {
    Up up(folder, {"--no-load"});
    EXPECT_EQ(run_program({program, "store", "backup", copy, "--data-dir", data}).exit_code, 0)
        << "while it runs";
    EXPECT_EQ(run_program({program, "store", "restore", copy, "--data-dir", data, "--overwrite"}).exit_code,
              2);
    EXPECT_EQ(up.process.end(SIGTERM), 0);
  }
  const auto checked = run_program({program, "store", "check", "--data-dir", copy, "--json"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out;
  EXPECT_EQ(json::parse(checked.out)["faults"], json::array());
  EXPECT_EQ(run_program({program, "store", "restore", copy, "--data-dir", data}).exit_code, 2)
      << "something is there";
  EXPECT_EQ(run_program({program, "store", "restore", copy, "--data-dir", data, "--overwrite"}).exit_code, 0);
  std::ofstream(copy + "/store.db") << std::string(5'000, 'x');
  const auto damaged = run_program({program, "store", "check", "--data-dir", copy});
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_NE(damaged.out.find("not a database"), std::string::npos) << damaged.out;
  const auto nowhere = run_program({program, "store", "check", "--data-dir", "/nowhere", "--json"});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_EQ(json::parse(nowhere.out)["error"]["code"], "bad_usage");
}

}  // namespace foreshock::cli::program_test
