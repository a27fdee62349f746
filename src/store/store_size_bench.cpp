// What the kept data costs on disk, and to read. The series of a service: rates from 0.02 to 2 requests a
// second with a daily swing, latencies lognormal (sigma 0.5).
#include <cmath>
#include <filesystem>
#include <numbers>
#include <random>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "store/block_file.h"
#include "store/roll_up.h"
#include "store/schema.h"
#include "store/series_writer.h"
#include "store/store.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::store_size_bench {

using namespace std::chrono_literals;

const Instant today{20'800 * day};
const Instant now = today + 12h + 30min;

class Traffic {
 public:
  Traffic(size_t series, bool scalar)
      : random_(series), scalar_(scalar), kind_(series % 15), rate_(0.02 * std::pow(100.0, unit_(random_))) {}

  Bucket bucket(Instant start, Duration grain) {
    Bucket bucket;
    bucket.start = start;
    const double hour = std::fmod(seconds(start.time_since_epoch()) / 3600, 24);
    const double rate = rate_ * (1 + 0.5 * std::sin(hour / 12 * std::numbers::pi));
    std::poisson_distribution<int> requests(rate * seconds(grain));
    int samples = requests(random_);
    if (scalar_ && kind_ >= 12) samples = static_cast<int>(grain / 15s);  // gauges, read every 15 s
    for (; samples > 0; --samples) bucket.add(value(), 1, !scalar_);
    return bucket;
  }

  std::vector<Bucket> run(Instant from, Instant to, Duration grain) {
    std::vector<Bucket> buckets;
    for (; from < to; from += grain)
      if (Bucket made = bucket(from, grain); made.count > 0) buckets.push_back(std::move(made));
    return buckets;
  }

 private:
  // As the table of signals has them: of 15, ten are counts and shares, one is tokens, one a ratio, three are
  // gauges.
  double value() {
    if (!scalar_) return 0.3 * std::exp(0.5 * normal_(random_));
    if (kind_ == 0) return 1;
    if (kind_ < 10) return unit_(random_) < 0.01 ? 1 : 0;
    if (kind_ == 10) return std::floor(400 * unit_(random_));
    if (kind_ == 11) return unit_(random_);
    return 50 + 5 * normal_(random_);
  }

  std::mt19937_64 random_;
  std::uniform_real_distribution<double> unit_{0, 1};
  std::normal_distribution<double> normal_;
  bool scalar_;
  size_t kind_;
  double rate_;
};

struct Filled {
  Filled(size_t series, bool scalar) {
    Connection file = open_store_file(path()).value();
    BlockFile blocks = BlockFile::open(file).value();
    (void)file.run("BEGIN");
    for (size_t i = 1; i <= series; ++i)
      (void)file.run(fmt::format("INSERT INTO series VALUES({}, 'ttft', 'model', 'm{}', {})", i, i,
                                 today.time_since_epoch() / 1s)
                         .c_str());
    std::vector<Traffic> traffic;
    for (size_t i = 1; i <= series; ++i) traffic.emplace_back(i, scalar);
    const auto put = [&](BlockKind kind, Instant from, Instant to) {
      const auto [grain, span] = shape_of(kind);
      for (; from < to; from += span)
        for (size_t i = 1; i <= series; ++i)
          (void)blocks.put(kind, static_cast<int64_t>(i), from, traffic[i - 1].run(from, from + span, grain));
    };
    put(BlockKind::minute, today - 35 * day, today);
    if (!scalar) put(BlockKind::hour, today - 400 * day, today);
    put(BlockKind::coarse, scalar ? today : today - 36h, today + 12h);
    auto writer = SeriesWriter::open(file);
    for (size_t i = 1; i <= series; ++i) {
      const SeriesKey key{"ttft", {"model", fmt::format("m{}", i)}};
      const auto open = traffic[i - 1].run(today + 12h, now, 10s);
      const BucketTable::Unsaved unsaved{&key, &open};
      (void)writer->add(std::span(&unsaved, 1));
    }
    (void)file.run(
        fmt::format("UPDATE figure SET value = {} WHERE name = 'sealed_days'", today.time_since_epoch() / day)
            .c_str());
    (void)file.run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  }
  std::string path() const { return (folder.path() / "store.db").string(); }

  testkit::TemporaryFolder folder;
};

// Bytes of 1,000 series: 35 days at 1 min, and the open day at 10 s; of sketches, 48 h at 10 s and 400 days
// at 1 h.
void disk(benchmark::State& state, size_t series, bool scalar) {
  for (auto _ : state) {
    const Filled filled(series, scalar);
    state.counters["MB_of_1000_series"] = static_cast<double>(std::filesystem::file_size(filled.path())) /
                                          1e6 * 1000 / static_cast<double>(series);
  }
}
BENCHMARK_CAPTURE(disk, scalar, 1'000, true)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(disk, sketch, 30, false)->Iterations(1)->Unit(benchmark::kSecond);

// 35 days of one series at 1 min, the open hour among them.
void read_35_days(benchmark::State& state, bool scalar) {
  const Filled filled(scalar ? 20 : 5, scalar);
  const VirtualClock clock(now);
  StoreOptions options;
  options.data_dir = filled.folder.path().string();
  options.observation_ring = Bytes{1 << 20};
  const auto store = Store::open(options, clock, {}).value();
  size_t buckets = 0;
  int64_t series = 0;
  for (auto _ : state) {
    const SeriesKey key{"ttft", {"model", fmt::format("m{}", 1 + series++ % (scalar ? 20 : 5))}};
    buckets += store->read(key, 1min, now - 35 * day, now).buckets.size();
  }
  state.counters["buckets"] =
      benchmark::Counter(static_cast<double>(buckets), benchmark::Counter::kAvgIterations);
}
BENCHMARK_CAPTURE(read_35_days, scalar, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_35_days, sketch, false)->Unit(benchmark::kMillisecond);

}  // namespace foreshock::store::store_size_bench
