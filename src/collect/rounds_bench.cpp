// What a round over devices, machine and processes costs: the devices are those of the stub library, so that
// of the driver is not counted; the machine is this one, and the engine a process that listens on it.
#include <csignal>
#include <cstring>

#include <benchmark/benchmark.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/device_rounds.h"
#include "collect/host_rounds.h"
#include "collect/nvml_test.h"

namespace foreshock::collect::rounds_bench {

class Nowhere final : public SeriesSink {
 public:
  void take(std::span<const Sample>) override {}
};

// A process with a socket that listens.
class Engine {
 public:
  Engine() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* any = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener, any, size) != 0 || listen(listener, 1) != 0 || getsockname(listener, any, &size) != 0)
      std::abort();
    port_ = ntohs(address.sin_port);
    pid_ = fork();
    if (pid_ == 0)
      for (;;) pause();
    close(listener);
  }
  ~Engine() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  int port() const { return port_; }

 private:
  int port_ = 0;
  pid_t pid_ = 0;
};

struct Samples {
  Nowhere sink;
  Instant at{std::chrono::hours(1000)};
  ToldByPages told{sink, at - std::chrono::hours(1), std::chrono::seconds(5)};
  LocalSamples samples{told, [](const std::string&) { return "v1"; }};
};

void devices(benchmark::State& state, void (DeviceRounds::*round)(LocalSamples&)) {
  const StubLibrary stub;
  const auto nvml = Nvml::load(stub.path()).value();
  DeviceRounds rounds(*nvml, {{"a", {{0, 1}}, Bytes{1 << 30}, Bytes{1 << 30}}});
  Samples kept;
  for (auto _ : state) {
    kept.samples.begin(kept.at += std::chrono::milliseconds(200));
    (rounds.*round)(kept.samples);
    benchmark::DoNotOptimize(kept.samples.end());
  }
}
BENCHMARK_CAPTURE(devices, memory, &DeviceRounds::memory_round);
BENCHMARK_CAPTURE(devices, state, &DeviceRounds::state_round);

void host_and_engine(benchmark::State& state) {
  const Engine engine;
  HostRounds rounds("", {{"a", {"127.0.0.1", engine.port(), ""}, ""}});
  Samples kept;
  const auto step = std::chrono::milliseconds(state.range(0));
  for (auto _ : state) {
    kept.samples.begin(kept.at += step);
    rounds.round(kept.at, kept.samples);
    benchmark::DoNotOptimize(kept.samples.end());
  }
  if (rounds.families().at("a").pids.empty()) state.SkipWithError("the engine was not found");
}
// Looked for each time, and (nearly) never.
BENCHMARK(host_and_engine)->Arg(10'000)->Arg(0);

void find_engine(benchmark::State& state) {
  const Engine engine;
  double processes = 0;
  for (auto _ : state) {
    const ProcessTable table("");
    benchmark::DoNotOptimize(table.holder_of(listening_inodes("", {"127.0.0.1", engine.port(), ""})));
    processes = static_cast<double>(table.all().size());
  }
  state.counters["processes"] = processes;
}
BENCHMARK(find_engine);

}  // namespace foreshock::collect::rounds_bench
