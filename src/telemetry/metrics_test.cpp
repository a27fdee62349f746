#include "telemetry/metrics.h"

#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testkit/temporary_folder.h"

namespace foreshock::telemetry::metrics_test {

using namespace std::chrono_literals;
using testing::MatchesRegex;

class MetricsTest : public ::testing::Test {
 protected:
  MetricsTest() {
    store::StoreOptions options;
    options.data_dir = folder_.path().string();
    options.observation_ring = Bytes{512};
    store_ = store::Store::open(options, clock_, {}).value();
    metrics_ = std::make_unique<Metrics>(MetricsSources{"1.2.3", clock_, *store_, [] { return 4; }});
  }

  // The value of a sample, labels and all, as it stands on the page; -1 when it is not there.
  double value(const std::string& sample, std::span<const Gauge> extra = {}) const {
    const std::string page = "\n" + metrics_->page(extra);
    const size_t at = page.find("\n" + sample + " ");
    return at == std::string::npos ? -1 : std::stod(page.substr(at + sample.size() + 2));
  }

  testkit::TemporaryFolder folder_;
  VirtualClock clock_{Instant{1'000'000s}};
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Metrics> metrics_;
};

Observation answered(std::string model) {
  Observation observation;
  observation.model = std::move(model);
  observation.stamps.accepted = Instant{1'000'000s};
  observation.stamps.first_token = observation.stamps.accepted + 250ms;
  observation.stamps.last_token = observation.stamps.accepted + 4s;
  observation.stamps.end = observation.stamps.accepted + 5s;
  observation.status = 200;
  observation.token_events = 3;
  observation.tokens.prompt = 10;
  observation.tokens.output = 3;
  observation.gaps.add(0.022, 2);
  return observation;
}

TEST_F(MetricsTest, EveryStateAndClassIsThereFromTheStart) {
  for (size_t i = 0; i < terminal_state_count; ++i) {
    const auto state = static_cast<TerminalState>(i);
    EXPECT_EQ(value(fmt::format("foreshock_requests_total{{state=\"{}\"}}", name_of(state))), 0);
  }
  for (const char* error_class : {"client", "gateway", "upstream", "timeout", "cancelled", "model"})
    EXPECT_EQ(value(fmt::format("foreshock_request_errors_total{{class=\"{}\"}}", error_class)), 0);
  EXPECT_EQ(value("foreshock_request_errors_total{class=\"none\"}"), -1);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"other\"}"), 0);
}

TEST_F(MetricsTest, CountsAnAnswer) {
  metrics_->take(answered("qwen3"));
  metrics_->take(answered("qwen3"));
  EXPECT_EQ(value("foreshock_requests_total{state=\"ok\"}"), 2);
  EXPECT_EQ(value("foreshock_ttft_seconds_bucket{model=\"qwen3\",le=\"0.2\"}"), 0);
  EXPECT_EQ(value("foreshock_ttft_seconds_bucket{model=\"qwen3\",le=\"0.3\"}"), 2);
  EXPECT_EQ(value("foreshock_ttft_seconds_bucket{model=\"qwen3\",le=\"+Inf\"}"), 2);
  EXPECT_EQ(value("foreshock_ttft_seconds_sum{model=\"qwen3\"}"), 0.5);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"qwen3\"}"), 2);
  EXPECT_EQ(value("foreshock_e2e_seconds_sum{model=\"qwen3\"}"), 8);
  EXPECT_EQ(value("foreshock_inter_token_seconds_count{model=\"qwen3\"}"), 4);
  EXPECT_NEAR(value("foreshock_inter_token_seconds_sum{model=\"qwen3\"}"), 0.088, 0.0009);
  EXPECT_EQ(value("foreshock_inter_token_seconds_bucket{model=\"qwen3\",le=\"0.02\"}"), 0);
  EXPECT_EQ(value("foreshock_inter_token_seconds_bucket{model=\"qwen3\",le=\"0.03\"}"), 4);
  EXPECT_EQ(value("foreshock_output_tokens_total{model=\"qwen3\"}"), 6);
  EXPECT_EQ(value("foreshock_prompt_tokens_total{model=\"qwen3\"}"), 20);
}

TEST_F(MetricsTest, CountsFailuresByFaultAndWithoutLatencies) {
  Observation refused;
  refused.model = "qwen3";
  refused.status = 400;
  metrics_->take(refused);
  Observation cut = answered("qwen3");
  cut.state = TerminalState::truncated;
  metrics_->take(cut);
  EXPECT_EQ(value("foreshock_request_errors_total{class=\"client\"}"), 1);
  EXPECT_EQ(value("foreshock_request_errors_total{class=\"upstream\"}"), 1);
  EXPECT_EQ(value("foreshock_requests_total{state=\"ok\"}"), 1);
  EXPECT_EQ(value("foreshock_requests_total{state=\"truncated\"}"), 1);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"qwen3\"}"), 1) << "it had a first token";
  EXPECT_EQ(value("foreshock_e2e_seconds_count{model=\"qwen3\"}"), 0) << "it had no end";
}

TEST_F(MetricsTest, WeighsWhatSpeaksForMore) {
  Observation observation = answered("qwen3");
  observation.weight = 10;
  metrics_->take(observation);
  EXPECT_EQ(value("foreshock_requests_total{state=\"ok\"}"), 10);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"qwen3\"}"), 10);
  EXPECT_EQ(value("foreshock_inter_token_seconds_count{model=\"qwen3\"}"), 20);
  EXPECT_EQ(value("foreshock_output_tokens_total{model=\"qwen3\"}"), 30);
}

TEST_F(MetricsTest, LearnsFiftyModelsAndNoInventedOnes) {
  Observation refused;
  refused.model = "invented";
  refused.status = 404;
  metrics_->take(refused);
  metrics_->take(answered(std::string(201, 'x')));
  for (int i = 0; i < 52; ++i) metrics_->take(answered(fmt::format("model-{}", i)));
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"invented\"}"), -1);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"model-49\"}"), 1);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"model-50\"}"), -1);
  EXPECT_EQ(value("foreshock_ttft_seconds_count{model=\"other\"}"), 3);
}

TEST_F(MetricsTest, TellsOfItself) {
  clock_.advance(90s + 500ms);
  EXPECT_EQ(value("foreshock_build_info{version=\"1.2.3\"}"), 1);
  EXPECT_EQ(value("foreshock_uptime_seconds"), 90.5);
  EXPECT_EQ(value("foreshock_observations_dropped_total"), 4);
  EXPECT_EQ(value("foreshock_store_write_errors_total"), 0);
}

TEST_F(MetricsTest, TakesGaugesOfOthers) {
  const std::vector<Gauge> gauges = {{"foreshock_backend_healthy", "Health.", 1, {{"backend", "a"}}},
                                     {"foreshock_backend_healthy", "Health.", 0, {{"backend", "b"}}},
                                     {"foreshock_in_flight_requests", "In flight.", 7, {}}};
  EXPECT_EQ(value("foreshock_backend_healthy{backend=\"b\"}", gauges), 0);
  EXPECT_EQ(value("foreshock_in_flight_requests", gauges), 7);
  const std::string page = metrics_->page(gauges);
  EXPECT_EQ(page.find("# TYPE foreshock_backend_healthy"), page.rfind("# TYPE foreshock_backend_healthy"));
}

// The grammar of the exposition format, line by line: samples stand under their TYPE, and none comes twice.
TEST_F(MetricsTest, ThePageKeepsToTheFormat) {
  metrics_->take(answered("we\"ird\n\\model"));
  const std::string label = R"([a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\["\\n])*")";
  const std::string name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  std::set<std::string> families, samples;
  std::string family;
  std::istringstream page(metrics_->page());
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("# TYPE ")) {
      ASSERT_THAT(line, MatchesRegex("# TYPE " + name + " (counter|gauge|histogram)"));
      family = line.substr(7, line.rfind(' ') - 7);
      EXPECT_TRUE(families.insert(family).second) << line;
    } else if (line.starts_with("#")) {
      ASSERT_THAT(line, MatchesRegex("# HELP " + name + " .+"));
    } else {
      ASSERT_THAT(line, MatchesRegex(name + "(\\{" + label + "(," + label + ")*\\})? [-+.0-9a-zA-Z]+"));
      EXPECT_TRUE(line.starts_with(family)) << line;
      EXPECT_TRUE(samples.insert(line.substr(0, line.rfind(' '))).second) << line;
    }
  }
  EXPECT_EQ(families.size(), 27U);
}

TEST_F(MetricsTest, IsARoute) {
  const net::Route route = metrics_route(*metrics_, [] {
    return std::vector<Gauge>{{"foreshock_in_flight_requests", "In flight.", 7, {}}};
  });
  EXPECT_EQ(route.method, "GET");
  EXPECT_EQ(route.path, "/metrics");
  const net::HttpReply reply = route.answer({});
  EXPECT_EQ(reply.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_NE(reply.body.find("\nforeshock_in_flight_requests 7\n"), std::string::npos);
}

}  // namespace foreshock::telemetry::metrics_test
