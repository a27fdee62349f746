// foreshock dial, event and explain against a running program.
#include <csignal>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "cli/api_client.h"
#include "testkit/loopback.h"
#include "testkit/program.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli::dial_command_test {

using nlohmann::json;
using testing::HasSubstr;
using testkit::run_program;

const std::string program = FORESHOCK_PROGRAM;

class DialCommand : public ::testing::Test {
 protected:
  static std::string url_of(const std::string& line) { return line.substr(line.find("http")); }

  testkit::Finished dial(std::vector<std::string> arguments) const {
    std::vector<std::string> command = {program, "dial"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--console", console_});
    return run_program(command);
  }
  // What is said to have been decided about a request through the gateway.
  std::string decision() const {
    const auto port = static_cast<uint16_t>(std::stoi(gateway_.substr(gateway_.rfind(':') + 1)));
    auto connection = testkit::Connection::to(port);
    const std::string body = R"({"messages":[{"role":"user","content":"hi"}],"max_tokens":2})";
    connection.send(fmt::format(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
    const std::string head = connection.receive_message().head;
    const size_t at = head.find("x-foreshock-decision: ") + 22;
    return head.substr(at, head.find("\r\n", at) - at);
  }
  std::vector<std::string> audited() const {
    std::ifstream file(folder_.path() / "data" / "audit.jsonl");
    std::vector<std::string> deeds;
    for (std::string line; std::getline(file, line);) deeds.push_back(json::parse(line).at("what"));
    return deeds;
  }

  testkit::TemporaryFolder folder_;
  testkit::Program up_{{program, "up", "--listen", "127.0.0.1:0", "--console", "127.0.0.1:0", "--no-load",
                        "--data-dir", (folder_.path() / "data").string()}};
  std::string gateway_ = url_of(up_.read_line()), console_ = url_of(up_.read_line());
};

TEST_F(DialCommand, TurnsADialUntilItIsUndone) {
  EXPECT_EQ(decision(), "pass; route=simulated");
  const auto set = dial({"set", "draft_length", "2", "--for", "15m", "--replica", "simulated"});
  EXPECT_EQ(set.exit_code, 0) << set.err;
  EXPECT_THAT(set.out, HasSubstr("draft_length is 2 replica simulated until "));
  EXPECT_EQ(decision(), "shape; draft_length=2; route=simulated");
  const json listed = json::parse(dial({"list", "--json"}).out);
  EXPECT_EQ(listed.at("leases").at(0).at("value"), 2);
  EXPECT_THAT(dial({"list"}).out, HasSubstr("replica simulated"));
  EXPECT_EQ(dial({"undo", "draft_length"}).exit_code, 0);
  EXPECT_EQ(decision(), "pass; route=simulated");
  EXPECT_EQ(dial({"undo", "draft_length"}).exit_code, 1) << "none runs any more";
  EXPECT_THAT(dial({"undo", "--all"}).out, HasSubstr("0 undone"));
  EXPECT_THAT(dial({"list"}).out, HasSubstr("Automatic settings are stopped"));
  EXPECT_EQ(dial({"release"}).exit_code, 0);
  EXPECT_EQ(audited(), (std::vector<std::string>{"set", "undo", "undo_all", "release"}));
}

TEST_F(DialCommand, AnEventReachesTheAnalysisAndTheStore) {
  const auto added = run_program({program, "event", "add", "product_release", "--text", "spring sale", "--at",
                                  "2026-11-30T14:00:00Z", "--gateway", gateway_});
  EXPECT_EQ(added.exit_code, 0) << added.err;
  json events = json::array();
  while (events.empty()) events = call_api(console_, "/api/v1/events").value().at("events");
  EXPECT_EQ(events.at(0).at("kind"), "product_release");
  EXPECT_EQ(events.at(0).at("at"), 1796047200.0);
  EXPECT_EQ(events.at(0).at("text"), "spring sale");
  EXPECT_EQ(events.at(0).at("posted"), true);
  const auto explained = run_program({program, "explain", "--console", console_});
  EXPECT_EQ(explained.exit_code, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("Nothing was found"));
  EXPECT_EQ(run_program({program, "explain", "verdict-1", "--console", console_}).exit_code, 2);
}

TEST_F(DialCommand, SaysWhatIsWrong) {
  const auto unknown = dial({"set", "draft_lenght", "2", "--for", "15m"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown dial 'draft_lenght'. Did you mean 'draft_length'?"));
  EXPECT_EQ(dial({"set", "draft_length", "many", "--for", "15m"}).exit_code, 2);
  EXPECT_EQ(dial({"set", "draft_length", "2", "--for", "soon"}).exit_code, 2);
  EXPECT_EQ(dial({"set", "draft_length", "2", "--for", "2d"}).exit_code, 2);
  EXPECT_EQ(dial({"undo"}).exit_code, 2);
  const auto elsewhere = dial({"set", "draft_length", "2", "--for", "15m", "--replica", "simulatedd"});
  EXPECT_EQ(elsewhere.exit_code, 2);
  EXPECT_THAT(elsewhere.err,
              HasSubstr("there is no replica 'simulatedd'. Did you mean 'simulated'?\n  One of: simulated."));
  const auto strange =
      run_program({program, "event", "add", "restart", "--replica", "r9", "--gateway", gateway_});
  EXPECT_EQ(strange.exit_code, 2);
  EXPECT_THAT(strange.err, HasSubstr("there is no replica 'r9'\n  One of: simulated."));
  const auto here =
      run_program({program, "event", "add", "restart", "--replica", "simulated", "--gateway", gateway_});
  EXPECT_EQ(here.exit_code, 0) << here.err;
  const auto event = run_program({program, "event", "add", "product_relase", "--gateway", gateway_});
  EXPECT_EQ(event.exit_code, 2);
  EXPECT_THAT(event.err, HasSubstr("Did you mean 'product_release'?"));
  const auto odd = run_program({program, "event", "add", "zzzzzzzz", "--gateway", gateway_});
  EXPECT_THAT(odd.err, HasSubstr("unknown kind of event 'zzzzzzzz'\n  One of: model_version"));
  const auto nobody = run_program({program, "dial", "list", "--console", "http://127.0.0.1:1"});
  EXPECT_EQ(nobody.exit_code, 1);
  EXPECT_THAT(nobody.err, HasSubstr("http://127.0.0.1:1/api/v1/dials"));
  EXPECT_THAT(nobody.err, HasSubstr("say where its console listens with --console"));
}

}  // namespace foreshock::cli::dial_command_test
