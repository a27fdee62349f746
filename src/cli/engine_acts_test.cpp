#include <gtest/gtest.h>

#include "cli/up_test.h"

namespace foreshock::cli::engine_acts_test {

using nlohmann::json;

class EngineActs : public ::testing::Test {
 protected:
  static std::string console_of(const Up& up) { return up.console.substr(up.console.rfind("http")); }
  static testkit::Finished run(const Up& up, std::vector<std::string> words) {
    words.insert(words.begin(), {program_under_test(), "engine"});
    words.insert(words.end(), {"--console", console_of(up)});
    return testkit::run_program(words);
  }
  // Once it is known which engine it is.
  static json engine_of(const Up& up) {
    for (;;) {
      json engine = up.get("/api/v1/engines").at("engines").at(0);
      if (!engine.at("version").is_null()) return engine;
    }
  }

  testkit::TemporaryFolder folder_;
};

TEST_F(EngineActs, TellsWhichEngineItIsAndHasItForgetItsPrompts) {
  const Up up(folder_);
  const json engine = engine_of(up);
  EXPECT_EQ(engine.at("replica"), "simulated");
  EXPECT_EQ(engine.at("engine"), "simulated");
  EXPECT_EQ(engine.at("acts"), json::array({"prefix_cache_reset"}));

  const auto listed = run(up, {"list"});
  EXPECT_NE(listed.out.find("prefix_cache_reset"), std::string::npos) << listed.out;
  const auto acted = run(up, {"act", "simulated", "prefix_cache_reset"});
  EXPECT_EQ(acted.exit_code, 0) << acted.err;
  EXPECT_EQ(acted.out, "simulated did it: POST /reset_prefix_cache: 200\n");

  const json deed = up.get("/api/v1/engines").at("deeds").at(0);
  EXPECT_EQ(deed.at("good"), true);
  const std::string audit = up.get_text("/api/v1/audit");
  EXPECT_NE(audit.find(R"("act":"prefix_cache_reset","values":{},"good":true)"), std::string::npos) << audit;
}

TEST_F(EngineActs, WhatItCannotDoIsRefused) {
  const Up up(folder_);
  engine_of(up);
  const auto sleep = run(up, {"act", "simulated", "sleep"});
  EXPECT_EQ(sleep.exit_code, 2);
  EXPECT_NE(sleep.err.find("simulated does not do 'sleep'"), std::string::npos) << sleep.err;
  EXPECT_NE(run(up, {"act", "nobody", "sleep"}).err.find("no backend is named 'nobody'"), std::string::npos);
  EXPECT_NE(run(up, {"act", "simulated", "sleep", "level"}).err.find("expected NAME=VALUE, found 'level'"),
            std::string::npos);
}

TEST_F(EngineActs, FineSamplesStandBesideTheRequestsInFlight) {
  const Up up(folder_);
  auto client = testkit::Connection::to(port_of(up.gateway));
  const std::string body =
      R"({"model":"m","stream":true,"max_tokens":100,"messages":[{"role":"user","content":"hi"}]})";
  client.send(
      fmt::format("POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: "
                  "application/json\r\nContent-Length: {}\r\n\r\n{}",
                  body.size(), body));
  client.receive_message();
  size_t joined = 0, alone = 0;
  while (joined == 0 || alone == 0) {
    joined = alone = 0;
    const json answer = up.get("/api/v1/samples?replica=simulated");
    for (const json& sample : answer.at("samples"))
      if (sample.at("signal") == "kv_use") ++(sample.at("in_flight").empty() ? alone : joined);
  }
  const std::string page = up.get_text("/metrics");
  EXPECT_NE(page.find("llm_decoder_kvcache_usage_ratio{replica=\"simulated\",layer=\"all\"}"),
            std::string::npos);
}

}  // namespace foreshock::cli::engine_acts_test
