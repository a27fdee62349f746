// Observations as observation_flow hands them on: into series of all strata, the ring, the archive and our
// own metrics; the analysis has a thread of its own.
#include <optional>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "console/ask_bench.h"
#include "console/console.h"
#include "signals/series_of.h"
#include "signals/signal.h"
#include "store/store.h"
#include "telemetry/metrics.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli::ingest_bench {

using namespace std::chrono_literals;

Observation streamed_answer(uint64_t number, Instant end) {
  Observation observation;
  observation.id.number = number;
  auto& stamps = observation.stamps;
  stamps.accepted = stamps.dequeued.emplace(end - 3s);
  stamps.first_token = stamps.first_answer_token = end - 3s + 200ms + (number % 97) * 1ms;
  stamps.last_token = stamps.end = end;
  observation.status = 200;
  observation.stream = true;
  observation.tokens = {static_cast<int64_t>(number * 37 % 9'000), 64, 120, 0, false};
  observation.token_events = 120;
  observation.finish_reason = "stop";
  observation.model = fmt::format("model-{}", number % 3);
  observation.version = fmt::format("fp_{}", number % 2);
  observation.replica = fmt::format("replica-{}", number % 8);
  observation.device = "H100";
  observation.zone = number % 2 == 0 ? "east" : "west";
  observation.key = fmt::format("key-{}", number % 40);
  observation.request_class = number % 3 == 0 ? "code" : "chat";
  observation.sampling = "sampled";
  observation.code_language = "python";
  observation.start = Start::warm;
  observation.prefix = number % 4 == 0 ? Prefix::hit : Prefix::miss;
  observation.turns = 1 + static_cast<int64_t>(number % 12);
  observation.concurrency = 1 + static_cast<int64_t>(number % 60);
  observation.session_age = 5min;
  for (int gap = 0; gap < 119; ++gap) observation.gaps.add(0.02 + 0.0005 * ((gap * 7 + number) % 40));
  return observation;
}

// A store that has a request's way into it behind it, as observation_flow goes it.
class Ingest {
 public:
  Ingest() : clock_(Instant{1'800'000'000s}) {
    store::StoreOptions options;
    options.data_dir = folder_.path().string();
    store_ = store::Store::open(options, clock_, signals::signal_specs()).value();
    metrics_.emplace(telemetry::MetricsSources{"", clock_, *store_, [] { return uint64_t{0}; }});
    routes_ = console::routes({*store_, std::make_shared<SignalCatalog>(signals::signal_specs()), clock_,
                               [] { return console::Status{}; }});
    for (uint64_t number = 1; number <= 1'000; ++number)
      observations_.push_back(streamed_answer(number, clock_.now()));
  }

  void take(uint64_t number) {
    Observation& observation = observations_[number % observations_.size()];
    observation.id.number = number;
    observation.stamps.end = clock_.now();
    store_->take(observation);
    store_->take(signals::series_of(observation));
    metrics_->take(observation);
    clock_.advance(1s / requests_a_second);
  }

  // What the overview of five minutes asks once a second: more than a page that has the rest already asks.
  void read_page() const {
    const double now = unix_seconds(clock_.now());
    const std::string query = fmt::format(
        "signals=ttft,inter_token,e2e,decode_rate,throughput,request_rate,error_rate&from={}&to={}&step=1&"
        "window=20",
        now - 300, now);
    benchmark::DoNotOptimize(console::ask(routes_, "/api/v1/series", query).size());
  }

  double series() const { return static_cast<double>(store_->statistics().series); }

  static constexpr int64_t requests_a_second = 20'000;

 private:
  const testkit::TemporaryFolder folder_;
  VirtualClock clock_;
  std::unique_ptr<store::Store> store_;
  std::optional<telemetry::Metrics> metrics_;
  std::vector<net::Route> routes_;
  std::vector<Observation> observations_;
};

// CPU time of all threads, so that flushes and, with an argument of 1, the open page count: items_per_second
// is what one core can take. Time passes at 20,000 requests a second.
void ingest(benchmark::State& state) {
  Ingest ingest;
  const bool page_is_open = state.range(0) == 1;
  uint64_t number = 0;
  for (auto _ : state) {
    ingest.take(++number);
    if (page_is_open && number % Ingest::requests_a_second == 0) ingest.read_page();
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["series"] = ingest.series();
}
BENCHMARK(ingest)->ArgName("page")->Arg(0)->Arg(1)->MeasureProcessCPUTime();

}  // namespace foreshock::cli::ingest_bench
