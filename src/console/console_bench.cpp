// What the page costs the service over 90 days of data. FORESHOCK_DATA=FOLDER leaves them there, for
// tests/clients/load_time.mjs.
#include <array>
#include <chrono>
#include <cstdlib>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "console/ask_bench.h"
#include "console/console.h"
#include "testkit/temporary_folder.h"

namespace foreshock::console::console_bench {

using namespace std::chrono_literals;
using Days = std::chrono::duration<int, std::ratio<86'400>>;

constexpr Duration history = Days(90);
constexpr auto distribution = Rollup::distribution;
constexpr std::array signals = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, distribution, "."},
    SignalSpec{"inter_token", "s", Direction::lower_is_better, distribution, "."},
    SignalSpec{"e2e", "s", Direction::lower_is_better, distribution, "."},
    SignalSpec{"decode_rate", "tokens/s", Direction::higher_is_better, distribution, "."},
    SignalSpec{"throughput", "tokens/s", Direction::higher_is_better, Rollup::sum, "."},
    SignalSpec{"request_rate", "requests/s", Direction::neutral, Rollup::sum, "."},
    SignalSpec{"error_rate", "ratio", Direction::lower_is_better, Rollup::mean, "."}};

// Twenty values a minute, each for many, spread over a factor of ten; slower by day.
double value_of(const SignalSpec& signal, Instant at, int draw) {
  const double day = std::sin(unix_seconds(at) / 86'400 * 6.283);
  if (signal.rollup == Rollup::mean) return draw == 0 ? 1 : 0;
  return (1 + 0.4 * day) * std::pow(10, draw / 20.0);
}

std::vector<Sample> minute_of(Instant at) {
  std::vector<Sample> samples;
  for (const SignalSpec& signal : signals)
    for (int draw = 0; draw < 20; ++draw)
      for (const Stratum& stratum : {Stratum{}, Stratum{"replica", "a"}})
        samples.push_back({{std::string(signal.name), stratum}, at, value_of(signal, at, draw), 30});
  return samples;
}

// 90 days that end now, by the real clock, taken minute by minute in virtual time.
class LongStore {
 public:
  LongStore() {
    store::StoreOptions options;
    const char* folder = std::getenv("FORESHOCK_DATA");
    options.data_dir = folder != nullptr ? folder : folder_.path().string();
    const Instant end = RealClock().now();
    clock_.set(end - history);
    store_ = store::Store::open(options, clock_, signals).value();
    for (int minute = 0; clock_.now() < end; ++minute, clock_.advance(1min)) {
      store_->take(minute_of(clock_.now()));
      if (minute % 60 == 0) store_->flush();
    }
    store_->flush();
    routes_ = routes({*store_, std::make_shared<SignalCatalog>(signals), clock_, [] { return Status{}; }});
  }

  std::string get(std::string path, std::string query) const {
    return ask(routes_, std::move(path), std::move(query));
  }
  double now() const { return unix_seconds(clock_.now()); }

 private:
  testkit::TemporaryFolder folder_;
  VirtualClock clock_;
  std::unique_ptr<store::Store> store_;
  std::vector<net::Route> routes_;
};

const LongStore& long_store() {
  static const LongStore store;
  return store;
}

// The seven signals of the overview, from so many days ago at so many seconds a step.
void series(benchmark::State& state) {
  const LongStore& store = long_store();
  const double from = store.now() - static_cast<double>(state.range(0)) * 86'400;
  const std::string query = fmt::format(
      "signals=ttft,inter_token,e2e,decode_rate,throughput,request_rate,error_rate&from={}&to={}&step={}&"
      "window={}",
      from, store.now(), state.range(1), state.range(1));
  size_t bytes = 0;
  for (auto _ : state) bytes = store.get("/api/v1/series", query).size();
  state.counters["KiB"] = static_cast<double>(bytes) / 1024;
}
BENCHMARK(series)->Args({90, 3600})->Args({30, 3600})->Args({1, 60})->Unit(benchmark::kMillisecond);

void heat_map(benchmark::State& state) {
  const LongStore& store = long_store();
  const double from = store.now() - static_cast<double>(state.range(0)) * 86'400;
  const std::string query =
      fmt::format("signal=e2e&dimension=replica&bounds=1,5,15&from={}&to={}", from, store.now());
  for (auto _ : state) benchmark::DoNotOptimize(store.get("/api/v1/heatmap", query).size());
}
BENCHMARK(heat_map)->Arg(30)->Unit(benchmark::kMillisecond);

}  // namespace foreshock::console::console_bench
