// One day at 10 requests/s: SPEC D1 wants it within 15 s on one core.
#include <benchmark/benchmark.h>

#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_summary.h"

namespace foreshock::scenario::run_story_bench {

constexpr std::string_view day = R"(
scenario: day
length: 1d
engine: { replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 10/s, prompt_tokens: 800, output_tokens: 120 }]
clients: { timeout: 60s, retries: 2 }
)";

void one_day(benchmark::State& state) {
  const auto story = read_story(day, "day.yaml");
  for (auto _ : state) {
    StorySummary summary;
    benchmark::DoNotOptimize(run_story(*story, 1, {.observations = summary}));
    state.counters["requests"] = static_cast<double>(summary.attempts());
  }
}
BENCHMARK(one_day)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace foreshock::scenario::run_story_bench
