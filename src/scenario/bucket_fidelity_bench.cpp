// How far bucket fidelity is from request fidelity on six hours: the differences of P50 and P99 in percent,
// for ten seeds, each against the same three pooled runs.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/weighed_test.h"

namespace foreshock::scenario::bucket_fidelity_bench {

using weighed_test::Weighed;

constexpr std::string_view service =
    "scenario: six-hours\nlength: 6h\nhistory: 1h\nengine: { replicas: [{ name: a }, { name: b }] }\nload:\n";
constexpr std::string_view chat =
    "  - { class: chat, rate: 10/s, prompt_tokens: { median: 800, log_sd: 0.6 }, output_tokens: { median: "
    "120, log_sd: "
    "0.4 } }\n";
constexpr std::string_view doc =
    "  - { class: doc, rate: 2/s, prompt_tokens: { median: 6000, log_sd: 0.5 }, output_tokens: 200 }\n";

void play(const std::string& text, uint64_t seed, Weighed& seen) {
  run_story(*read_story(text, "six-hours.yaml"), seed, {.observations = seen});
}

void differences(benchmark::State& state, const std::string& load) {
  const std::string text = fmt::format("{}{}", service, load);
  Weighed every;
  for (const uint64_t seed : {11, 12, 13}) play(text, seed, every);
  for (auto _ : state) {
    Weighed sampled;
    play(text + "fidelity: bucket\n", static_cast<uint64_t>(state.range(0)), sampled);
    state.counters["requests"] = 100 * (3 * sampled.requests / every.requests - 1);
    for (const char* value : {"ttft", "inter_token", "e2e"})
      for (const double q : {0.5, 0.99})
        state.counters[fmt::format("{}_p{:.0f}", value, 100 * q)] =
            100 * (sampled.quantile(value, q) / every.quantile(value, q) - 1);
  }
}
void one_class(benchmark::State& state) {
  differences(state, std::string(chat));
}
void two_classes(benchmark::State& state) {
  differences(state, fmt::format("{}{}", chat, doc));
}
BENCHMARK(one_class)->DenseRange(1, 10)->Iterations(1);
BENCHMARK(two_classes)->DenseRange(1, 10)->Iterations(1);

}  // namespace foreshock::scenario::bucket_fidelity_bench
