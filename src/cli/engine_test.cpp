// foreshock engine sim, run as a user runs it.
#include <csignal>
#include <map>

#include <fmt/format.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "testkit/loopback.h"
#include "testkit/program.h"

namespace foreshock::cli::engine_test {

using testing::HasSubstr;
using testkit::Program;
using testkit::run_program;

constexpr const char* program = FORESHOCK_PROGRAM;

std::vector<std::string> engine(std::vector<std::string> more) {
  std::vector<std::string> command = {program, "engine", "sim", "--listen", "127.0.0.1:0"};
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

// The answer to GET PATH of the engine of LINE.
std::string answer(const std::string& line, const std::string& path) {
  EXPECT_THAT(line, testing::StartsWith("engine http://127.0.0.1:"));
  auto connection =
      testkit::Connection::to(static_cast<uint16_t>(std::stoi(line.substr(line.rfind(':') + 1))));
  connection.send(fmt::format("GET {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path));
  const auto message = connection.receive_message();
  return message.head + message.body;
}

TEST(EngineProgram, ServesReplicasWithTheirDials) {
  Program process(engine({"--preset", "l4", "--replicas", "2", "--dial", "health.fail=1"}));
  const std::string first = process.read_line(), second = process.read_line();
  EXPECT_NE(first, second);
  EXPECT_THAT(answer(first, "/health"), HasSubstr(" 503 "));
  EXPECT_THAT(answer(first, "/version"), HasSubstr("x-foreshock-replica: replica-1"));
  EXPECT_THAT(answer(second, "/version"), HasSubstr("x-foreshock-replica: replica-2"));
  EXPECT_EQ(process.end(SIGTERM), 0);
}

TEST(EngineProgram, ReplicasTakeTheSettingsThatTheyShare) {
  Program process(engine({"--preset", "l4", "--set", "version=7", "--set", "model=mine"}));
  const std::string line = process.read_line();
  EXPECT_THAT(answer(line, "/version"), HasSubstr(R"({"version":"7"})"));
  EXPECT_THAT(answer(line, "/v1/models"), HasSubstr(R"("id":"mine")"));
  EXPECT_THAT(answer(line, "/dials"), HasSubstr("{}"));
  EXPECT_EQ(process.end(SIGTERM), 0);
}

TEST(EngineProgram, ListsWhereDialsAndSettingsWork) {
  const auto list = [](const char* kind) {
    return nlohmann::json::parse(run_program({program, "list", kind, "--json"}).out)[kind];
  };
  std::map<std::string, std::string> where;
  for (const char* kind : {"dials", "settings"})
    for (const auto& entry : list(kind)) where[entry["name"]] = entry["where"];
  EXPECT_EQ(where["error.5xx"], "server");
  EXPECT_EQ(where["dns.fail"], "story");
  EXPECT_EQ(where["max_running"], "all");
  EXPECT_EQ(where["step_base"], "token by token");
  EXPECT_THAT(run_program({program, "engine", "sim", "--help"}).out, HasSubstr("queue_limit"));
}

TEST(EngineProgram, WithoutThemIsTheTokenLevelEngine) {
  Program process(engine({"--set", "version=7"}));
  const std::string version = answer(process.read_line(), "/version");
  EXPECT_THAT(version, HasSubstr(R"({"version":"7"})"));
  EXPECT_THAT(version, testing::Not(HasSubstr("x-foreshock-replica")));
  EXPECT_EQ(process.end(SIGTERM), 0);
}

TEST(EngineProgram, SaysWhatItCannotDo) {
  const auto error = [](std::vector<std::string> more) {
    const auto result = run_program(engine(std::move(more)));
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_THAT(error({"--preset", "larg"}), HasSubstr("there is no preset 'larg'. Did you mean 'large'?"));
  EXPECT_THAT(error({"--dial", "eror.5xx=1"}), HasSubstr("Did you mean 'error.5xx'?"));
  EXPECT_THAT(error({"--dial", "error.5xx"}), HasSubstr("--dial needs NAME=VALUE, found 'error.5xx'"));
  EXPECT_THAT(error({"--dial", "error.5xx=2"}), HasSubstr("a number from 0 to 1"));
  EXPECT_THAT(error({"--preset", "l4", "--set", "step_base=7ms"}), HasSubstr("works token by token only"));
  EXPECT_THAT(error({"--set", "max_runing=7"}), HasSubstr("Did you mean 'max_running'?"));
  EXPECT_THAT(error({"--dial", "dns.fail=1"}), HasSubstr("needs a story"));
  const auto ports = run_program(
      {program, "engine", "sim", "--listen", "127.0.0.1:65535", "--preset", "l4", "--replicas", "2"});
  EXPECT_EQ(ports.exit_code, 2);
  EXPECT_THAT(ports.err, HasSubstr("no 2 ports follow 127.0.0.1:65535"));
}

}  // namespace foreshock::cli::engine_test
