#include "store/store.h"

#include <array>
#include <thread>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "testkit/temporary_folder.h"

namespace foreshock::store::store_bench {

using namespace std::chrono_literals;

constexpr std::array signals = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, Rollup::distribution, "."}};
const Instant start{1'800'000'000s};

struct Fixture {
  Fixture() {
    StoreOptions options;
    options.data_dir = folder.path().string();
    store = Store::open(options, clock, signals).value();
  }

  testkit::TemporaryFolder folder;
  VirtualClock clock{start};
  std::unique_ptr<Store> store;
};

std::vector<Sample> samples_of(size_t series, Instant at) {
  std::vector<Sample> samples;
  for (size_t i = 0; i < series; ++i)
    samples.push_back(
        {{"ttft", {"model", fmt::format("model-{}", i)}}, at, 0.001 * static_cast<double>(i), 1});
  return samples;
}

// Samples a second that one thread can hand over, with the flush thread at work.
void take_samples(benchmark::State& state) {
  Fixture fixture;
  auto samples = samples_of(static_cast<size_t>(state.range(0)), fixture.clock.now());
  for (auto _ : state) {
    fixture.clock.advance(10ms);
    for (Sample& sample : samples) sample.at = fixture.clock.now();
    fixture.store->take(samples);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(take_samples)->Arg(10)->Arg(500)->Arg(5'000);

// What a streamed answer of 120 tokens adds to 22 strata of so many replicas.
void take_grid(benchmark::State& state) {
  Fixture fixture;
  SampleGrid grid;
  for (int stratum = 0; stratum < 22; ++stratum)
    grid.strata.push_back({fmt::format("dimension-{}", stratum), ""});
  for (int value = 0; value < 20; ++value)
    grid.values.push_back({value < 9 ? "ttft" : "error_rate", 0.001 * value, 1});
  Bucket gaps;
  for (int gap = 0; gap < 120; ++gap) gaps.add(0.02 + 0.0005 * (gap % 40), 1, true);
  grid.spreads.push_back({"ttft", gaps});
  int64_t taken = 0;
  for (auto _ : state) {
    if (++taken % 100 == 0) fixture.clock.advance(10ms);
    grid.at = fixture.clock.now();
    for (Stratum& stratum : grid.strata) stratum.value = taken % state.range(0) == 0 ? "a" : "b";
    fixture.store->take(grid);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(take_grid)->Arg(8);

void take_observations(benchmark::State& state) {
  Fixture fixture;
  Observation observation;
  observation.model = "model";
  observation.endpoint = "/v1/chat/completions";
  for (auto _ : state) {
    ++observation.id.number;
    fixture.store->take(observation);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(take_observations);

// One series of ten, over a window of so many hours.
void read_hours(benchmark::State& state) {
  Fixture fixture;
  auto samples = samples_of(10, start);
  for (Duration after{}; after < 24h; after += 10s) {
    fixture.clock.set(start + after);
    for (Sample& sample : samples) sample.at = fixture.clock.now();
    fixture.store->take(samples);
  }
  const Instant now = fixture.clock.now();
  while (fixture.store->statistics().last_flush != now) std::this_thread::sleep_for(10ms);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        fixture.store->read(samples[0].key, 10s, now - std::chrono::hours(state.range(0)), now));
}
BENCHMARK(read_hours)->Arg(1)->Arg(24)->Unit(benchmark::kMillisecond);

void newest_observations(benchmark::State& state) {
  Fixture fixture;
  Observation observation;
  observation.stamps.end = start;
  for (int i = 0; i < 131'000; ++i) fixture.store->take(observation);
  fixture.clock.advance(state.range(0) * 1h);
  for (auto _ : state) benchmark::DoNotOptimize(fixture.store->newest(50, 1h));
}
BENCHMARK(newest_observations)->Arg(0)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace foreshock::store::store_bench
