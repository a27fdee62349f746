// What a SimulatedEngine answers beside tokens.
#include <gmock/gmock.h>

#include "enginesim/server_test.h"

namespace foreshock::enginesim::server_pages_test {

using testing::HasSubstr;

TEST_F(SimulatedEngineServer, HasThePagesOfAnEngine) {
  EXPECT_EQ(ask("GET", "/health").status, 200);
  EXPECT_EQ(ask("GET", "/version").body, R"({"version":"1"})");
  EXPECT_EQ(ask("GET", "/v1/models").parsed()["data"][0]["id"], "foreshock-sim");
  EXPECT_EQ(ask("GET", "/v1/models/foreshock-sim").parsed()["object"], "model");
  EXPECT_EQ(ask("GET", "/v1/models/other").status, 404);
  chat(R"(,"max_tokens":7)");
  EXPECT_EQ(metric("generation_tokens_total"), 7);
  const std::string page = ask("GET", "/metrics").body;
  EXPECT_THAT(page, HasSubstr("\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\",DCGM_FI_DRIVER_VERSION=\"driver-550\"} 0\n"));
  EXPECT_THAT(page, HasSubstr("\nprocess_start_time_seconds "));
}

TEST_F(SimulatedEngineServer, RefusesInOpenAIsShape) {
  EXPECT_EQ(ask("POST", "/v1/chat/completions", "{").status, 400);
  const Reply missing = ask("POST", "/v1/chat/completions", "{}");
  EXPECT_EQ(missing.status, 400);
  EXPECT_EQ(missing.parsed()["error"]["param"], "messages");
  EXPECT_EQ(missing.parsed()["error"]["type"], "invalid_request_error");
  const Reply long_one = chat(R"(,"max_tokens":1000000)");
  EXPECT_EQ(long_one.status, 400);
  EXPECT_EQ(long_one.parsed()["error"]["code"], "context_length_exceeded");
  const Reply unknown = ask("POST", "/v1/completions", R"({"model":"does-not-exist","prompt":"x"})");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(unknown.parsed()["error"]["code"], "model_not_found");
  EXPECT_EQ(ask("GET", "/nowhere").status, 404);
  EXPECT_THAT(ask("GET", "/dials").body, HasSubstr("has no dials"));
  const Reply wrong_method = ask("GET", "/v1/chat/completions");
  EXPECT_EQ(wrong_method.status, 405);
  EXPECT_EQ(wrong_method.parsed()["error"]["message"], "/v1/chat/completions does not take GET. Use POST.");
  EXPECT_EQ(ask("POST", "/metrics").status, 405);
}

TEST_F(SimulatedEngineServer, IsUnhealthyWhileItLoads) {
  SimulatedEngineOptions options;
  options.spec.load_time = std::chrono::hours(1);
  start(options);
  EXPECT_EQ(ask("GET", "/health").status, 503);
}

TEST_F(SimulatedEngineServer, TakesAnyModelNameWhereItIsTold) {
  const std::string body = R"({"model":"any","prompt":"x","max_tokens":1})";
  EXPECT_EQ(ask("POST", "/v1/completions", body).status, 404);
  SimulatedEngineOptions options = fast();
  options.any_model = true;
  start(options);
  EXPECT_EQ(ask("POST", "/v1/completions", body).parsed()["model"], "any");
}

TEST_F(SimulatedEngineServer, SaysWhenItsPortIsTaken) {
  start(fast());
  const auto second = SimulatedEngine::start(io, engine->address(), fast(), clock);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Code::io);
}

}  // namespace foreshock::enginesim::server_pages_test
