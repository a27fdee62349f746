// `foreshock test` as its users run it.
#include <csignal>
#include <fstream>
#include <numeric>
#include <sstream>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <fmt/format.h>
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

TEST(TestCommand, SaysPlayedWhereNothingIsExpected) {
  const TemporaryFolder folder;
  const std::string wish = write_story(folder, "wish", "expect: { pages: { max: 0 } }\n"),
                    none = write_story(folder, "none"), empty = write_story(folder, "empty", "expect: {}\n");
  const auto result = run_program({program, "test", wish, none, empty});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* row : {"\nwish      1  passed", "\nnone      1  played", "\nempty     1  played"})
    EXPECT_NE(result.out.find(row), std::string::npos) << result.out;
  EXPECT_EQ(json::parse(run_program({program, "test", "--json", none}).out)["scenarios"][0]["passed"], true);
}

// The attempts that the rows below the first of a table hold, and those of the first.
std::pair<std::vector<int64_t>, int64_t> attempts_in(const std::string& table) {
  std::istringstream lines(table);
  std::string line, word;
  std::getline(lines, line);
  std::getline(lines, line);
  std::istringstream total(line);
  int64_t attempts = 0;
  total >> word >> word >> word >> word >> attempts;
  std::vector<int64_t> rows;
  while (std::getline(lines, line) && line.starts_with("  ")) {
    std::istringstream row(line);
    row >> word >> rows.emplace_back();
  }
  return {rows, attempts};
}

TEST(TestCommand, TheRowsOfStrataAddUp) {
  const TemporaryFolder folder;
  const std::string file = write_story(folder, "half", "faults: [{ at: 0s, dial: error.5xx, value: 0.5 }]\n");
  const auto result = run_program({program, "test", "--by", "prompt", file});
  EXPECT_TRUE(result.out.starts_with("story, prompt ")) << result.out;
  EXPECT_NE(result.out.find("\n  unknown "), std::string::npos) << "an error names no tokens\n" << result.out;
  const auto [rows, attempts] = attempts_in(result.out);
  EXPECT_GT(attempts, 1000);
  ASSERT_GE(rows.size(), 2U);
  EXPECT_EQ(std::accumulate(rows.begin(), rows.end(), int64_t{0}), attempts) << result.out;
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

// Plays what ARGUMENTS say, then a story that takes for ever, and stops it there: what it said of the file
// between them tells that it has come so far.
struct Stopped {
  Stopped(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
    const std::string forever = (folder.path() / "forever.yaml").string();
    std::ofstream(forever) << "scenario: forever\nlength: 3650d\nload: [{ class: chat, rate: 100/s }]\n"
                              "engine: { replicas: [{ name: a }] }\n";
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const FileDescriptor reader(ends[0]);
    FileDescriptor writer(ends[1]);
    std::vector<std::string> command = {program, "test"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"/nowhere.yaml", forever});
    testkit::Program process(command, writer.get());
    writer = FileDescriptor();
    while (err.find("path of a story.\n") == std::string::npos) read_some(reader);
    err.clear();
    EXPECT_EQ(process.end(SIGINT), -1) << "a shell makes 130 of it";
    for (std::string line = process.read_line(); !line.empty(); line = process.read_line())
      out += line + '\n';
    while (read_some(reader)) {
    }
  }

  bool read_some(const FileDescriptor& reader) {
    char bytes[512];
    const ssize_t count = read(reader.get(), bytes, sizeof bytes);
    if (count > 0) err.append(bytes, static_cast<size_t>(count));
    return count > 0;
  }

  std::string out, err;
};

TEST(TestCommand, SaysThatItWasStoppedAndPrintsWhatWasPlayed) {
  const TemporaryFolder folder;
  const Stopped stopped(folder, {write_story(folder, "quick")});
  EXPECT_NE(stopped.out.find("\nquick "), std::string::npos) << stopped.out;
  EXPECT_EQ(stopped.err, "foreshock: stopped; of 3 files 1 were played and judged: quick\n");
}

TEST(TestCommand, PrintsNoHalfOfAnAnswer) {
  const TemporaryFolder folder;
  const Stopped as_json(folder, {"--json", write_story(folder, "quick")}), nothing(folder, {});
  EXPECT_EQ(as_json.out, "");
  EXPECT_EQ(as_json.err, "foreshock: stopped; of 3 files 1 were played and judged: quick\n");
  EXPECT_EQ(nothing.out, "");
  EXPECT_EQ(nothing.err, "foreshock: stopped before the stories were played; nothing is judged\n");
}

TEST(TestCommand, ShowsATerminalHowFarItHasCome) {
  const TemporaryFolder folder;
  const std::string file = write_story(folder, "calm");
  const FileDescriptor terminal(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal || grantpt(terminal.get()) != 0 || unlockpt(terminal.get()) != 0)
    GTEST_SKIP() << "there is no pseudo-terminal on this machine";
  const FileDescriptor err(open(ptsname(terminal.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  testkit::Program process({program, "test", file}, err.get());
  while (!process.read_line().empty()) {
  }
  char bytes[4096];
  const ssize_t count = read(terminal.get(), bytes, sizeof bytes);
  ASSERT_GT(count, 0);
  const std::string seen(bytes, static_cast<size_t>(count));
  EXPECT_TRUE(seen.starts_with("\r\x1b[Kcalm: history, ")) << seen;
  EXPECT_EQ(run_program({program, "test", file}).err, "") << "no terminal";
}

TEST(TestCommand, TakesTheSeedsThatAStoryTakes) {
  const TemporaryFolder folder;
  const std::string file = write_story(folder, "calm");
  for (const char* seed : {"-1", "18446744073709551616", "18446744073709551615", "x", "1.5", ""}) {
    const auto result = run_program({program, "test", "--seed", seed, file});
    EXPECT_EQ(result.exit_code, 2) << seed;
    EXPECT_NE(result.err.find("--seed: expected a count"), std::string::npos) << result.err;
  }
  EXPECT_EQ(run_program({program, "test", "--seed", "1000000000000000", file}).exit_code, 0);
}

TEST(TestCommand, AnAnswerThatCannotBeWrittenIsNoSuccess) {
  const TemporaryFolder folder;
  const std::string file = write_story(folder, "calm");
  for (const char* output : {">&-", ">/dev/full"}) {
    const auto result = run_program({"/bin/sh", "-c", fmt::format("{} test {} {}", program, file, output)});
    EXPECT_EQ(result.exit_code, 1) << output;
    EXPECT_EQ(result.err, "foreshock: the output could not be written\n") << output;
  }
}

}  // namespace foreshock::cli::test_command_test
