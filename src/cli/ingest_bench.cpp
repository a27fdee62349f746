// Observations as observation_flow hands them on: into series of all strata, the ring, the archive and our
// own metrics; the analysis has a thread of its own.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

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

// CPU time of all threads, so that the flush counts: items_per_second is what one core can take. Time passes
// at 1,000 requests a second.
void ingest(benchmark::State& state) {
  const testkit::TemporaryFolder folder;
  VirtualClock clock(Instant{1'800'000'000s});
  store::StoreOptions options;
  options.data_dir = folder.path().string();
  const auto store = store::Store::open(options, clock, signals::signal_specs()).value();
  telemetry::Metrics metrics(telemetry::MetricsSources{"", clock, *store, [] { return uint64_t{0}; }});
  std::vector<Observation> observations;
  for (uint64_t number = 1; number <= 1'000; ++number)
    observations.push_back(streamed_answer(number, clock.now()));
  uint64_t number = 0;
  for (auto _ : state) {
    Observation& observation = observations[number++ % observations.size()];
    observation.id.number = number;
    observation.stamps.end = clock.now();
    store->take(observation);
    store->take(signals::series_of(observation));
    metrics.take(observation);
    clock.advance(1ms);
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["series"] = static_cast<double>(store->statistics().series);
}
BENCHMARK(ingest)->MeasureProcessCPUTime();

}  // namespace foreshock::cli::ingest_bench
