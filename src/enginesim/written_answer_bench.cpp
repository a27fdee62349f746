// A story writes out every answer: SPEC D1 leaves about 10 µs for 120 tokens.
#include "enginesim/written_answer.h"

#include <benchmark/benchmark.h>

namespace foreshock::enginesim::written_answer_bench {

void write(benchmark::State& state, const AnswerBrief& brief) {
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(write_answer(brief, random));
  state.SetItemsProcessed(state.iterations() * brief.text_tokens);
}

AnswerBrief brief_of(const benchmark::State& state) {
  AnswerBrief brief;
  brief.text_tokens = state.range(0);
  return brief;
}

void english_prose(benchmark::State& state) {
  write(state, brief_of(state));
}
BENCHMARK(english_prose)->Arg(120)->Arg(1000);

void chinese_prose(benchmark::State& state) {
  AnswerBrief brief = brief_of(state);
  brief.language = Language::chinese;
  write(state, brief);
}
BENCHMARK(chinese_prose)->Arg(120);

void markdown(benchmark::State& state) {
  AnswerBrief brief = brief_of(state);
  brief.flaws.markdown = true;
  write(state, brief);
}
BENCHMARK(markdown)->Arg(120);

void code(benchmark::State& state) {
  AnswerBrief brief = brief_of(state);
  brief.code = CodeLanguage::python;
  write(state, brief);
}
BENCHMARK(code)->Arg(120);

void question(benchmark::State& state) {
  Random random(1);
  for (auto _ : state)
    benchmark::DoNotOptimize(write_question(Language::english, state.range(0), false, random));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(question)->Arg(800);

}  // namespace foreshock::enginesim::written_answer_bench
