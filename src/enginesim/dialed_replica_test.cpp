#include "enginesim/dialed_replica.h"

#include <gmock/gmock.h>

#include "enginesim/api_client_test.h"
#include "enginesim/preset_spec.h"

namespace foreshock::enginesim::dialed_replica_test {

using nlohmann::json;
using testing::HasSubstr;

class DialedReplicaTest : public testing::Test {
 protected:
  DialedReplicaTest() { options.spec = spec_of(presets[0]); }
  Reply ask(net::ClientRequest request) {
    if (!replica) {
      auto started = DialedReplica::start(io, {"127.0.0.1", 0}, options, dials, clock);
      EXPECT_TRUE(started) << started.error().text();
      replica = std::move(*started);
    }
    request.url = "http://" + net::to_text(replica->address()) + request.url;
    return io.wait_for(exchange(client, std::move(request)));
  }
  Reply get(const std::string& path) { return ask(net::ClientRequest("GET", path, "")); }
  Reply turn(const std::string& body) { return ask(net::ClientRequest("POST", "/dials", body)); }
  Reply complete(const std::string& rest = "") {
    return ask(net::ClientRequest("POST", "/v1/completions", R"({"prompt":"x","max_tokens":1)" + rest + "}"));
  }

  RealClock clock;
  net::IoThread io;
  net::HttpClient client{io.executor(), clock};
  ServedReplicaOptions options;
  FixedDials dials;
  std::unique_ptr<DialedReplica> replica;
};

TEST_F(DialedReplicaTest, TurnsDialsWhileItServes) {
  EXPECT_EQ(get("/dials").body, "{}");
  EXPECT_EQ(complete().status, 200);
  EXPECT_EQ(turn(R"({"error.5xx":1,"kv.leak":2})").body, R"({"kv.leak":2.0,"error.5xx":1.0})");
  EXPECT_EQ(complete().status, 500);
  EXPECT_EQ(turn(R"({"error.5xx":null,"error.429":1})").body, R"({"kv.leak":2.0,"error.429":1.0})");
  EXPECT_EQ(complete().status, 429);
  EXPECT_EQ(turn(R"({"error.429":null,"kv.leak":null})").body, "{}");
  EXPECT_EQ(complete().status, 200);
}

TEST_F(DialedReplicaTest, IsReachedWhateverTheDialsDo) {
  ASSERT_TRUE(dials.set("connect.fail", "1"));
  EXPECT_EQ(get("/health").status, 0);
  EXPECT_EQ(turn(R"({"connect.fail":null})").status, 200);
  EXPECT_EQ(get("/health").status, 200);
}

TEST_F(DialedReplicaTest, RefusesWhatItCannotTurn) {
  const auto message = [](const Reply& reply, int status = 400) {
    EXPECT_EQ(reply.status, status) << reply.body;
    return reply.parsed()["error"]["message"].get<std::string>();
  };
  for (const char* body : {"", "[]", "{}", "{"})
    EXPECT_THAT(message(turn(body)), HasSubstr("Send a JSON object")) << body;
  EXPECT_THAT(message(turn(R"({"eror.5xx":1})")), HasSubstr("Did you mean 'error.5xx'?"));
  EXPECT_THAT(message(turn(R"({"error.429":1,"error.5xx":2})")), HasSubstr("a number from 0 to 1"));
  EXPECT_THAT(message(turn(R"({"load.rate":2})")), HasSubstr("needs a story"));
  EXPECT_THAT(message(turn(R"({"error.5xx":[1]})")), HasSubstr("found '[1]'"));
  EXPECT_THAT(message(turn(R"({"spec.acceptance":0.1})")), HasSubstr("does not draft"));
  EXPECT_EQ(get("/dials").body, "{}") << "all or nothing";
  message(ask(net::ClientRequest("PUT", "/dials", "{}")), 405);
  net::ClientRequest from_a_page("POST", "/dials", R"({"error.5xx":1})");
  from_a_page.headers.add("Origin", "http://127.0.0.1");
  message(ask(std::move(from_a_page)), 403);
}

TEST_F(DialedReplicaTest, BeganWhenItWasStarted) {
  const double before = unix_seconds(clock.now());
  const std::string page = get("/metrics").body;
  const std::string name = "\nprocess_start_time_seconds ";
  const size_t at = page.find(name);
  ASSERT_NE(at, std::string::npos);
  EXPECT_NEAR(std::stod(page.substr(at + name.size())), before, 5);
}

TEST_F(DialedReplicaTest, HidesADeviceThatIsGone) {
  EXPECT_THAT(get("/metrics").body, HasSubstr("DCGM_FI_DEV_GPU_UTIL"));
  turn(R"({"gpu.vanish":true})");
  EXPECT_THAT(get("/metrics").body, testing::Not(HasSubstr("DCGM")));
}

TEST_F(DialedReplicaTest, RefusesModelsAndLengthsAsTheTokenLevelEngineDoes) {
  EXPECT_EQ(complete(R"(,"model":"other")").status, 404);
  EXPECT_EQ(complete(R"(,"max_tokens":131072)").status, 400);
}

}  // namespace foreshock::enginesim::dialed_replica_test
