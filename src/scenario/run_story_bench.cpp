// One day at 10 requests/s is to take at most 15 s on one core, 90 days at bucket fidelity at most 60 s;
// model and clients alone, into a summary.
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

constexpr std::string_view season = R"(
scenario: season
length: 90d
fidelity: bucket
text: 0
engine: { replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 10/s, daily: 0.5, weekly: 0.3, prompt_tokens: 600, output_tokens: 120 }]
)";

void play(benchmark::State& state, std::string_view text) {
  const auto story = read_story(text, "story.yaml");
  for (auto _ : state) {
    StorySummary summary;
    benchmark::DoNotOptimize(run_story(*story, 1, {.observations = summary}));
    state.counters["requests"] = static_cast<double>(summary.attempts());
  }
}
BENCHMARK_CAPTURE(play, a_day, day)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(play, ninety_days, season)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace foreshock::scenario::run_story_bench
