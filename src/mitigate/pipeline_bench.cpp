// What a request costs in the pipeline, without its I/O.
#include <benchmark/benchmark.h>

#include "mitigate/pipeline.h"

namespace foreshock::mitigate::pipeline_bench {

class OneBackend final : public Router {
 public:
  Route choose(std::span<const size_t> tried) override { return tried.empty() ? Route{0} : Route{}; }
  std::string_view name_of(size_t) const override { return "a"; }
  std::string_view kind_of(size_t) const override { return "llama_cpp"; }
};

class NoAudit final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

// LEASES on other replicas, which every request looks through.
void a_request(benchmark::State& state) {
  const Instant now{std::chrono::seconds(1'800'000'000)};
  NoAudit audit;
  LeaseBoard board(audit);
  for (int64_t i = 0; i < state.range(0); ++i) {
    DialSetting setting;
    setting.dial = "draft_length";
    setting.scope = {"replica", std::to_string(i)};
    setting.value = 2;
    setting.until = now + std::chrono::hours(1);
    if (!board.set(setting, {"bench", false, {}}, now)) state.SkipWithError("the lease was refused");
  }
  OneBackend router;
  DialReader dials(board);
  for (auto _ : state) {
    Pipeline course(router, &dials);
    benchmark::DoNotOptimize(course.arrived({"m", "chat", true}, now));
    benchmark::DoNotOptimize(course.first_byte());
    benchmark::DoNotOptimize(course.answer_began());
    benchmark::DoNotOptimize(course.answered(now));
  }
}
BENCHMARK(a_request)->Arg(0)->Arg(1)->Arg(16);

}  // namespace foreshock::mitigate::pipeline_bench
