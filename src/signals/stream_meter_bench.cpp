#include "signals/stream_meter.h"

#include <benchmark/benchmark.h>

namespace foreshock::signals::stream_meter_bench {

// A chunk of the usual size, as vLLM sends it.
const std::string event =
    R"(data: {"id":"chatcmpl-0123456789abcdef","object":"chat.completion.chunk","created":1796000000,"model":"m","choices":)"
    R"([{"index":0,"delta":{"content":" word"},"logprobs":null,"finish_reason":null}]})"
    "\n\n";

void measure_event(benchmark::State& state) {
  StreamMeter meter(wire::Dialect::openai_chat, wire::Framing::sse);
  Instant now{};
  for (auto _ : state) meter.on_bytes(event, now += std::chrono::milliseconds(20));
  benchmark::DoNotOptimize(meter.token_events());
}
BENCHMARK(measure_event);

void frame_event(benchmark::State& state) {
  wire::SseFramer framer;
  for (auto _ : state) {
    std::string_view bytes = event;
    benchmark::DoNotOptimize(framer.next(bytes));
  }
}
BENCHMARK(frame_event);

void add_to_sketch(benchmark::State& state) {
  Sketch sketch;
  double value = 0.001;
  for (auto _ : state) sketch.add(value = value > 1 ? 0.001 : value * 1.01);
}
BENCHMARK(add_to_sketch);

}  // namespace foreshock::signals::stream_meter_bench
