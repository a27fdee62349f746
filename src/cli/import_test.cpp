// foreshock import, run as a user runs it: what it refuses, and what it says then.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/up_test.h"

namespace foreshock::cli::import_test {

using testing::HasSubstr;
using testkit::run_program;
using testkit::TemporaryFolder;

class ImportTest : public ::testing::Test {
 protected:
  testkit::Finished import(std::vector<std::string> more) {
    std::vector<std::string> command = {program_under_test(), "import", "--data-dir",
                                        (folder_.path() / "data").string()};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command);
  }
  // Of a server that answers everything so.
  testkit::Finished import_from(std::string_view head, std::string_view body,
                                std::vector<std::string> more = {}) {
    const testkit::LoopbackServer server([&](testkit::Connection& client) {
      while (!client.receive_until("\r\n\r\n").empty())
        client.send(fmt::format("HTTP/1.1 {}\r\nContent-Length: {}\r\n\r\n{}", head, body.size(), body));
    });
    more.push_back(fmt::format("prometheus://127.0.0.1:{}/prom", server.port()));
    return import(std::move(more));
  }

  TemporaryFolder folder_;
};

TEST_F(ImportTest, RefusesWhatIsNoSource) {
  for (const auto& wrong : std::vector<std::vector<std::string>>{{"prometheus://"},
                                                                 {"ftp://h"},
                                                                 {"prometheus://h", "--match", "job"},
                                                                 {"prometheus://h", "--days", "500"},
                                                                 {"prometheus://h", "--step", "5"},
                                                                 {"prometheus://h", "--step", "1d"},
                                                                 {}}) {
    const auto refused = import(wrong);
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_EQ(refused.out, "");
  }
}

TEST_F(ImportTest, SaysThatNobodyIsThere) {
  const auto refused = import({fmt::format("prometheus://127.0.0.1:{}", testkit::unused_port())});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("127.0.0.1"));
  const auto unknown = import({"prometheus://no-such-host.invalid"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no-such-host.invalid"));
}

TEST_F(ImportTest, SaysWhatAnswersThere) {
  EXPECT_THAT(import_from("404 Not Found", "<html>").err, HasSubstr("is no Prometheus"));
  const auto refused = import_from("401 Unauthorized", "");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("wants to know who asks"));
  EXPECT_THAT(import_from("400 Bad Request",
                          R"({"status":"error","errorType":"bad_data","error":"1:3: parse error"})")
                  .err,
              HasSubstr("1:3: parse error"));
  const auto others = import_from("200 OK", R"({"status":"success","data":["go_goroutines","node_load1"]})");
  EXPECT_EQ(others.exit_code, 1);
  EXPECT_THAT(others.err, HasSubstr("it has 2 others: go_goroutines, node_load1"));
}

TEST_F(ImportTest, SaysWhatToDoWhereAServiceHasTheStore) {
  const Up up(folder_);
  const auto refused = import({"prometheus://127.0.0.1:1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("in use by another Foreshock"));
  EXPECT_THAT(refused.err, HasSubstr("Stop the service for as long as the import runs"));
}

TEST_F(ImportTest, KeepsWhatWasReadWhereOneQuestionFails) {
  int asked = 0;
  const testkit::LoopbackServer server([&](testkit::Connection& client) {
    for (;;) {
      const auto message = client.receive_message();
      if (message.head.empty()) return;
      std::string body =
          R"({"status":"success","data":["vllm:num_requests_running","vllm:num_requests_waiting"]})";
      if (!message.body.empty())
        body = message.body.find("waiting") != std::string::npos
                   ? R"({"status":"error","errorType":"execution","error":"too many samples"})"
                   : R"({"status":"success","data":{"resultType":"matrix","result":[]}})";
      ++asked;
      client.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
    }
  });
  const auto partly = import({fmt::format("prometheus://127.0.0.1:{}", server.port()), "--days", "0.01"});
  EXPECT_EQ(partly.exit_code, 1);
  EXPECT_THAT(partly.out, HasSubstr("running"));
  EXPECT_THAT(partly.err, HasSubstr("waiting: the server says: too many samples"));
  EXPECT_THAT(partly.err, HasSubstr("run it again"));
  EXPECT_EQ(asked, 3);
}

}  // namespace foreshock::cli::import_test
