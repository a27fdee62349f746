// What a ServedReplica does when it or its client fails, and under the dials of the whole replica.
#include <gmock/gmock.h>

#include "enginesim/served_replica_test.h"

namespace foreshock::enginesim::served_dials_test {

using testing::HasSubstr;
using testing::Not;

class ServedDials : public ServedReplicaTest {
 protected:
  // An answer that no test waits for.
  void plan_endless() {
    options.spec.decode_rate = 100;
    planner.next.request.output_tokens = 100000;
  }
  double seconds_for(const std::string& path) {
    const Instant begun = clock.now();
    EXPECT_EQ(ask("GET", path).status, 200);
    return seconds(clock.now() - begun);
  }
};

TEST_F(ServedDials, ARestartResetsWhatRunsAndClosesConnections) {
  plan_endless();
  options.spec.load_time = 3600;
  start();
  net::RawClient raw(served->address().port);
  raw.send(post(R"(,"stream":true)"));
  EXPECT_THAT(raw.read_through("\n\n"), HasSubstr("data: {"));
  on_thread([&] {
    served->change([](VirtualReplica& replica, double now, auto& out) { replica.restart(now, out); });
  });
  EXPECT_THAT(raw.read_to_end(), Not(HasSubstr("\"finish_reason\":\"")));
  EXPECT_TRUE(becomes([&] { return planner.over == 1; }));
  EXPECT_TRUE(refuses_connections());
}

TEST_F(ServedDials, ARestartMeetsAPageThatIsLate) {
  options.spec.load_time = 3600;
  planner.values[Dial::control_latency] = 200;
  start();
  net::RawClient raw(served->address().port);
  raw.send(get("/version"));
  EXPECT_TRUE(becomes([&] { return planner.asked[Dial::control_latency] == 1; }));
  on_thread([&] {
    served->change([](VirtualReplica& replica, double now, auto& out) { replica.restart(now, out); });
  });
  EXPECT_TRUE(raw.is_reset());
}

TEST_F(ServedDials, RestartsByItselfWhereItMay) {
  options.restarts_when_full = true;
  options.spec.load_time = 3600;
  set(Dial::rss_growth, 1e12);
  EXPECT_EQ(chat().status, 200);
  EXPECT_TRUE(refuses_connections());
}

TEST_F(ServedDials, AClientThatLeavesFreesItsPlace) {
  plan_endless();
  start();
  net::RawClient leaving(served->address().port);
  leaving.send(post(R"(,"stream":true)"));
  EXPECT_THAT(leaving.read_through("\n\n"), HasSubstr("data: {"));
  EXPECT_EQ(metric("num_requests_running"), 1);
  leaving.close();
  EXPECT_TRUE(becomes([&] { return planner.over == 1; }));
  EXPECT_EQ(metric("num_requests_running"), 0);
  EXPECT_EQ(metric("request_success_total", "abort"), 1);
}

TEST_F(ServedDials, ACancelThatIsIgnoredFreesNothing) {
  plan_endless();
  planner.values[Dial::cancel_ignored] = 1;
  start();
  net::RawClient leaving(served->address().port);
  leaving.send(post(R"(,"stream":true)"));
  EXPECT_THAT(leaving.read_through("\n\n"), HasSubstr("data: {"));
  leaving.close();
  EXPECT_TRUE(becomes([&] { return planner.over == 1; }));
  const std::string page = ask("GET", "/metrics").body;
  EXPECT_EQ(sample_of(page, "num_requests_running"), 1);
  const double tokens = sample_of(page, "generation_tokens_total");
  EXPECT_TRUE(becomes([&] { return served->replica().gauges().kv_use > 0; }));
  double later = tokens;
  for (int i = 0; i < 20000 && later == tokens; ++i) later = metric("generation_tokens_total");
  EXPECT_GT(later, tokens) << "it goes on";
}

TEST_F(ServedDials, HealthFailsByChance) {
  planner.values[Dial::health_fail] = 0.5;
  int failed = 0;
  for (int i = 0; i < 40; ++i) failed += ask("GET", "/health").status == 503;
  EXPECT_GT(failed, 8);
  EXPECT_LT(failed, 32);
  EXPECT_EQ(ask("GET", "/version").status, 200);
}

TEST_F(ServedDials, HealthWaitsWhileALongPromptStalls) {
  set(Dial::stall_long_prefill, 0.05);
  planner.next.request.prompt_tokens = 8000;  // 0.4 s
  net::RawClient raw(served->address().port);
  raw.send(post(""));
  EXPECT_TRUE(becomes([&] { return served->replica().stalled(); }));
  EXPECT_EQ(ask("GET", "/version").status, 200);
  EXPECT_TRUE(becomes([&] { return served->replica().stalled(); })) << "it is not over";
  EXPECT_EQ(ask("GET", "/health").status, 200);
  on_thread([&] { EXPECT_FALSE(served->replica().stalled()); });
}

TEST_F(ServedDials, ManagementAndScrapesAreLate) {
  EXPECT_EQ(ask("GET", "/health").status, 200);
  planner.values[Dial::control_latency] = 60;
  EXPECT_GE(seconds_for("/health"), 0.06);
  EXPECT_GE(seconds_for("/v1/models"), 0.06);
  planner.values[Dial::control_latency] = 0;
  planner.values[Dial::scrape_delay] = 0.06;
  EXPECT_GE(seconds_for("/metrics"), 0.06);
}

TEST_F(ServedDials, TheScrapeVanishesAndConnectionsFail) {
  planner.values[Dial::metrics_vanish] = 1;
  EXPECT_TRUE(resets(get("/metrics")));
  EXPECT_EQ(ask("GET", "/health").status, 200);
  planner.values[Dial::connect_fail] = 1;
  EXPECT_TRUE(resets(get("/health")));
}

}  // namespace foreshock::enginesim::served_dials_test
