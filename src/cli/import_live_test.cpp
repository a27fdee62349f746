// History from real servers of metrics: the values are those that the pages themselves give.
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/import_run.h"
#include "cli/up_test.h"
#include "collect/readings.h"
#include "signals/signal.h"
#include "store/store.h"
#include "testkit/corpus.h"
#include "testkit/metric_server.h"

namespace foreshock::cli::import_live_test {

using namespace std::chrono_literals;
using testkit::MetricServer;

class ImportLiveTest : public ::testing::Test {
 protected:
  ImportReport import(const MetricServer& server, Duration back, Duration window = 1min) {
    ImportOptions options;
    options.source.prometheus = fmt::format("prometheus://{}", server.place());
    options.source.window = window;
    options.data_dir = (folder_.path() / "data").string();
    options.back = back;
    auto report = run_import(options, clock_, [](double) {});
    EXPECT_TRUE(report) << report.error().text();
    if (!report) return {};
    for (const Error& error : report->failures) ADD_FAILURE() << error.text();
    return *std::move(report);
  }
  std::unique_ptr<store::Store> open() {
    store::StoreOptions options;
    options.data_dir = (folder_.path() / "data").string();
    options.observation_ring = Bytes{512 * 100};
    return store::Store::open(options, clock_, signals::signal_specs()).value();
  }
  static std::optional<Bucket> minute(const store::Store& store, const SeriesKey& key, Instant at) {
    const auto view = store.read(key, 1min, at, at + 1min);
    return view.buckets.empty() ? std::nullopt : std::optional(view.buckets.front());
  }

  RealClock clock_;
  testkit::TemporaryFolder folder_;
  const Instant now_ = bucket_start(clock_.now(), 1min);
};

std::string page_of(const char* name) {
  std::ifstream file(testkit::corpus_folder() / "metrics" / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The pages that a replica showed, one a minute.
struct Replica {
  std::string name;
  std::vector<std::string> pages;
};

std::vector<Replica> recorded_replicas() {
  const std::string one = page_of("vllm-v1-spec-scrape1.prom"), two = page_of("vllm-v1-spec-scrape2.prom"),
                    three = page_of("vllm-v1-spec-scrape3-after-restart.prom");
  return {{"vllm-1:8000", {one, two, two, three}},
          {"vllm-0:8000", {4, page_of("vllm-v0-opt125m-2024-06.prom")}},
          {"sglang:30000", {4, page_of("sglang-llama8b-overloaded.prom")}},
          {"llama:8080", {4, page_of("llamacpp-2025-02.prom")}},
          {"triton:8002", {4, page_of("triton-trtllm-readme.prom")}},
          {"dcgm:9400", {4, page_of("dcgm-exporter-readme.prom")}}};
}

TEST_F(ImportLiveTest, GivesWhatRecordedPagesGive) {
  FORESHOCK_NEEDS_CORPUS();
  FORESHOCK_NEEDS_SERVER(MetricServer::victoria_metrics);
  const MetricServer server(MetricServer::victoria_metrics, folder_.path());
  const Instant first = now_ - 10min;
  const std::vector<Replica> replicas = recorded_replicas();
  for (const Replica& replica : replicas)
    for (size_t i = 0; i < replica.pages.size(); ++i)
      for (const Duration after : {0s, 30s})  // VictoriaMetrics widens windows that hold a sample or two
        server.import(replica.pages[i], fmt::format("instance={}", replica.name),
                      unix_seconds(first + i * 1min + after));
  server.flush();
  import(server, 1h);
  const auto store = open();
  size_t compared = 0;
  for (const Replica& replica : replicas) {
    collect::Readings readings;
    for (size_t i = 0; i < replica.pages.size(); ++i) {
      const Instant at = first + i * 1min;
      for (const auto& [signal, value, layer] : readings.read(replica.pages[i], at)) {
        if (signal == "engine_queue_time") continue;  // as a mean there, as a distribution here
        const auto bucket = minute(*store, {std::string(signal), {"replica", replica.name}}, at);
        ASSERT_TRUE(bucket) << replica.name << " " << signal << " " << i;
        EXPECT_NEAR(bucket->sum / bucket->count, value, 1e-4 * std::abs(value))
            << replica.name << " " << signal << " " << i;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 60u);
}

// COUNT requests, half of them within 0.1 s, and none above 0.4 s.
std::string own_page(int count) {
  return fmt::format(
      "vllm:num_requests_running{{model_name=\"m\"}} 3\nvllm:num_requests_waiting{{model_name=\"m\"}} 1\n"
      "vllm:time_to_first_token_seconds_bucket{{model_name=\"m\",le=\"0.1\"}} {0}\n"
      "vllm:time_to_first_token_seconds_bucket{{model_name=\"m\",le=\"0.2\"}} {0}\n"
      "vllm:time_to_first_token_seconds_bucket{{model_name=\"m\",le=\"0.4\"}} {1}\n"
      "vllm:time_to_first_token_seconds_bucket{{model_name=\"m\",le=\"+Inf\"}} {1}\n"
      "vllm:num_preemptions_total{{model_name=\"m\"}} {1}\nprocess_resident_memory_bytes 5e8\n",
      count / 2, count);
}

TEST_F(ImportLiveTest, ReadsHistogramsAndStrataAndTwiceIsOnce) {
  FORESHOCK_NEEDS_SERVER(MetricServer::victoria_metrics);
  const MetricServer server(MetricServer::victoria_metrics, folder_.path());
  const Instant first = now_ - 20min;
  for (const char* replica : {"a:1", "b:1"})
    for (int i = 0; i < 10; ++i)
      server.import(own_page(6000 + 120 * i), fmt::format("instance={}", replica),
                    unix_seconds(first + i * 1min));
  server.flush();
  EXPECT_EQ(import(server, 1h).signals.at("ttft").series,
            (std::set<Stratum>{{}, {"model", "m"}, {"replica", "a:1"}, {"replica", "b:1"}}));
  const auto again = import(server, 1h);
  EXPECT_EQ(again.signals.at("ttft").taken.taken, 0u);
  EXPECT_EQ(again.signals.at("running").taken.taken, 0u);
  EXPECT_THAT(again.absent, testing::Contains("kv_use"));
  const auto store = open();
  const Instant at = first + 5min;
  EXPECT_EQ(minute(*store, {"running", {}}, at)->sum, 6);
  EXPECT_EQ(minute(*store, {"running", {"replica", "b:1"}}, at)->sum, 3);
  EXPECT_EQ(minute(*store, {"preemptions", {"model", "m"}}, at)->sum, 4) << "120 a minute at each of two";
  EXPECT_EQ(minute(*store, {"rss", {"replica", "a:1"}}, at)->sum, 5e8);
  EXPECT_EQ(minute(*store, {"ttft", {"replica", "a:1"}}, at)->count, 120);
  const auto ttft = minute(*store, {"ttft", {}}, at);
  ASSERT_TRUE(ttft);
  EXPECT_EQ(ttft->count, 240);
  EXPECT_NEAR(ttft->sketch.quantile(0.25).value(), 0.05, 0.1 / 16 + 0.0005);
  EXPECT_NEAR(ttft->sketch.quantile(0.75).value(), 0.3, 0.2 / 16 + 0.003);
}

TEST_F(ImportLiveTest, ReadsBlocksOfPrometheus) {
  FORESHOCK_NEEDS_SERVER(MetricServer::prometheus);
  const std::string page = (folder_.path() / "page.txt").string();
  {
    std::ofstream out(page);
    const double start = unix_seconds(now_ - 26h);
    for (const char* metric : {"vllm:num_requests_running", "vllm:request_queue_time_seconds_sum",
                               "vllm:request_queue_time_seconds_count"}) {
      out << "# TYPE " << metric << " unknown\n";
      for (int i = 0; i < 25 * 240; ++i) {
        const double value = std::string_view(metric).ends_with("running") ? 7
                             : std::string_view(metric).ends_with("sum")   ? 3 * i
                                                                           : 2 * i;
        out << fmt::format("{}{{instance=\"a:1\",model_name=\"m\"}} {} {:.0f}\n", metric, value,
                           start + 15 * i);
      }
    }
    out << "# EOF\n";
  }
  const auto made = testkit::run_program({"/usr/bin/promtool", "tsdb", "create-blocks-from", "openmetrics",
                                          page, (folder_.path() / "metrics").string()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const MetricServer server(MetricServer::prometheus, folder_.path());
  const auto report = import(server, 48h);
  EXPECT_NEAR(static_cast<double>(report.signals.at("running").points), 3 * (25 * 60 + 5), 9)
      << "five minutes after the last it is stale";
  const auto store = open();
  const Instant at = now_ - 20h;
  EXPECT_EQ(minute(*store, {"running", {"replica", "a:1"}}, at)->sum, 7);
  const auto wait = minute(*store, {"engine_queue_time", {"model", "m"}}, at);
  ASSERT_TRUE(wait);
  EXPECT_NEAR(wait->sum / wait->count, 1.5, 1e-3);
  EXPECT_GE(store->read({"running", {}}, 1h, now_ - 26h, now_).buckets.size(), 25u);
}

TEST_F(ImportLiveTest, AServiceReadsPrometheusThatReadsAnEngine) {
  FORESHOCK_NEEDS_SERVER(MetricServer::prometheus);
  testkit::Program engine({program_under_test(), "engine", "sim", "--listen", "127.0.0.1:0"});
  const std::string instance = fmt::format("127.0.0.1:{}", port_of(engine.read_line()));
  const MetricServer server(
      MetricServer::prometheus, folder_.path(),
      fmt::format(
          "global: {{ scrape_interval: 1s }}\nscrape_configs:\n  - job_name: vllm\n    static_configs:\n"
          "      - targets: ['{}']\n",
          instance));
  const std::string file = (folder_.path() / "foreshock.yaml").string();
  std::ofstream(file) << fmt::format(
      "sources: [{{ name: prod, prometheus: \"http://{}\", every: 1s, match: '{{job=\"vllm\"}}' }}]\n",
      server.place());
  const Up up(folder_, {"--config", file, "--no-load"});
  const std::string target =
      fmt::format("/api/v1/series?signals=running&step=10&stratum=replica:{}", instance);
  nlohmann::json series;
  const Instant until = clock_.now() + 30s;
  do series = up.get(target)["series"];
  while (series.at(0)["t"].empty() && clock_.now() < until);
  EXPECT_FALSE(series.at(0)["t"].empty()) << series.dump();
  // It was not there at first: then a server that is away is told, and once it is read that ends.
  const auto missing = [&] {
    const std::string told = "/api/v1/series?signals=series_missing&step=1&stratum=replica:prod";
    const nlohmann::json means = up.get(told)["series"][0]["mean"];
    for (auto mean = means.rbegin(); mean != means.rend(); ++mean)
      if (!mean->is_null()) return mean->get<double>();
    return 1.0;
  };
  while (missing() != 0 && clock_.now() < until) continue;
  EXPECT_EQ(missing(), 0);
}

}  // namespace foreshock::cli::import_live_test
