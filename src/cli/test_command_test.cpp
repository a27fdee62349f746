// `foreshock test` as its users run it.
#include <csignal>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/file_descriptor.h"
#include "testkit/program.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli::test_command_test {

using nlohmann::json;
using testkit::run_program;
using testkit::TemporaryFolder;

const std::string program = FORESHOCK_PROGRAM;
const std::string story = R"(
length: 5m
history: 1h
engine: { replicas: [{ name: a }] }
load: [{ class: chat, rate: 4/s, prompt_tokens: 800, output_tokens: 120 }]
)";

std::string write_story(const TemporaryFolder& folder, const std::string& name,
                        const std::string& more = "") {
  const auto path = folder.path() / (name + ".yaml");
  std::ofstream(path) << "scenario: " << name << story << more;
  return path.string();
}

TEST(TestCommand, PrintsTheShapeOfTheLanguageAndTheSameBytesForTheSameSeed) {
  const TemporaryFolder folder;
  const std::string file = write_story(folder, "calm", "expect: { pages: { max: 0 } }\n");
  const auto first = run_program({program, "test", "--json", file});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(run_program({program, "test", "--json", file}).out, first.out);
  const json other = json::parse(run_program({program, "test", "--json", "--seed", "9", file}).out);
  const json out = json::parse(first.out)["scenarios"][0];
  EXPECT_EQ(out["scenario"], "calm");
  EXPECT_EQ(out["seed"], 1);
  EXPECT_EQ(out["passed"], true);
  EXPECT_EQ(out["length_s"], 300);
  EXPECT_NEAR(out["requests"].get<double>(), 1200, 140);
  for (const char* empty : {"failed", "pages", "findings", "actions", "verdicts"})
    EXPECT_EQ(out[empty], json::array()) << empty;
  EXPECT_TRUE(out["canary"].is_null());
  EXPECT_EQ(other["scenarios"][0]["seed"], 9);
  EXPECT_NE(other["scenarios"][0]["requests"], out["requests"]);
}

TEST(TestCommand, SaysWhatDidNotComeOut) {
  const TemporaryFolder folder;
  const std::string file =
      write_story(folder, "wish", "expect: { findings: [{ series: inter_token, direction: up }] }\n");
  const auto result = run_program({program, "test", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("wish: findings: inter_token: no finding of that series there"),
            std::string::npos)
      << result.out;
}

TEST(TestCommand, AFileThatCannotBeUsedLeavesTheOthersRunning) {
  const TemporaryFolder folder;
  const std::string good = write_story(folder, "good"), bad = write_story(folder, "bad", "expekt: {}\n");
  const auto result = run_program({program, "test", "--json", bad, good, "/nowhere.yaml"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find(bad + ":6:1: unknown key 'expekt'. Did you mean 'expect'?"), std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("/nowhere.yaml"), std::string::npos);
  const json out = json::parse(result.out)["scenarios"];
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0]["scenario"], "good");
}

TEST(TestCommand, ShowsARowForEachStratum) {
  const TemporaryFolder folder;
  const std::string file = write_story(
      folder, "two", "faults: [{ at: 0s, dial: text.length, value: 3, when: { hour: \"0-24\" } }]\n");
  const auto result = run_program({program, "test", "--by", "class", file});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("\n  chat "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("output tokens p50"), std::string::npos);
  EXPECT_EQ(run_program({program, "test", "--by", "colour", file}).exit_code, 2);
}

// It waits for a story that comes through a pipe, so that it surely runs by then.
TEST(TestCommand, SaysThatItWasStoppedAndPrintsNoHalfOfAnAnswer) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "story.yaml").string(), said = (folder.path() / "said").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const FileDescriptor err(open(said.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  testkit::Program process({program, "test", "--json", pipe}, err.get());
  const FileDescriptor writer(open(pipe.c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(writer);
  EXPECT_EQ(process.end(SIGINT), -1) << "a shell makes 130 of it";
  EXPECT_EQ(process.read_line(), "");
  std::ifstream text(said);
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "foreshock: stopped before the stories were played; nothing is judged");
}

}  // namespace foreshock::cli::test_command_test
