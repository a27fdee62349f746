// How long a backend works on for a client that has left: from the client's close to the backend's seeing it.
#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <poll.h>

#include "gateway/gateway.h"
#include "net/tcp.h"

namespace foreshock::gateway::leaving_bench {

using Clock = std::chrono::steady_clock;

constexpr std::string_view stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view event = "d\r\ndata: {\"a\":1}\r\n";

class Nobody final : public ObservationSink, public SeriesSink {
 public:
  void take(const Observation&) override {}
  void take(std::span<const Sample>) override {}
};

FileDescriptor socket_at(const net::Address& address) {
  const auto at = net::resolve(address).value().front();
  FileDescriptor made(socket(at.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(made.get(), reinterpret_cast<const sockaddr*>(&at.storage), at.size) != 0) made = {};
  return made;
}

void say(const FileDescriptor& to, std::string_view bytes) {
  (void)send(to.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

// Until TEXT has come; false: the peer has closed.
bool hear(const FileDescriptor& from, std::string_view text) {
  std::string all;
  char bytes[4096];
  while (all.find(text) == std::string::npos) {
    const ssize_t count = recv(from.get(), bytes, sizeof bytes, 0);
    if (count <= 0) return false;
    all.append(bytes, static_cast<size_t>(count));
  }
  return true;
}

// Until the gateway takes no more.
void flood(const FileDescriptor& to) {
  const std::string chunk = fmt::format("4000\r\ndata: {:x<16376}\n\n\r\n", "");
  pollfd writable{to.get(), POLLOUT, 0};
  while (poll(&writable, 1, 30) == 1)
    if (send(to.get(), chunk.data(), chunk.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return;
}

void wait_for_the_end(const FileDescriptor& of) {
  pollfd ended{of.get(), POLLIN, 0};
  char byte = 0;
  while (poll(&ended, 1, 10'000) == 1 && recv(of.get(), &byte, 1, 0) > 0) {
  }
}

// A gateway, and the backend that it has.
struct Bed {
  explicit Bed(int64_t max_in_flight = 0) {
    const auto at = net::resolve({"127.0.0.1", 0}).value().front();
    bind(listener.get(), reinterpret_cast<const sockaddr*>(&at.storage), at.size);
    listen(listener.get(), SOMAXCONN);
    GatewayOptions options;
    options.listen = "127.0.0.1:0";
    options.threads = 1;
    options.backends.push_back({.name = "b",
                                .url = "http://" + net::to_text(net::local_address(listener)),
                                .max_in_flight = max_in_flight,
                                .health = "off"});
    gateway = Gateway::start(std::move(options), clock, nobody, nobody, 1).value();
  }
  FileDescriptor ask(bool stream) const {
    FileDescriptor client = socket_at(gateway->address());
    const std::string body = fmt::format(R"({{"model":"m","stream":{},"messages":[]}})", stream);
    say(client, fmt::format("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}",
                            body.size(), body));
    return client;
  }
  // The connection on which the request comes; one that only looks whether somebody listens is let go.
  FileDescriptor asked() const {
    FileDescriptor connection;
    do connection = FileDescriptor(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    while (!hear(connection, "\"messages\":[]}"));
    return connection;
  }

  FileDescriptor listener{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  RealClock clock;
  Nobody nobody;
  std::unique_ptr<Gateway> gateway;
};

class Times {
 public:
  void add(benchmark::State& state, Clock::time_point since) {
    const std::chrono::duration<double> time = Clock::now() - since;
    state.SetIterationTime(time.count());
    milliseconds_.push_back(1e3 * time.count());
  }
  void tell(benchmark::State& state) {
    std::sort(milliseconds_.begin(), milliseconds_.end());
    const auto at = [this](size_t percent) {
      return milliseconds_[std::min(milliseconds_.size() * percent / 100, milliseconds_.size() - 1)];
    };
    state.counters["p50_ms"] = at(50);
    state.counters["p99_ms"] = at(99);
    state.counters["max_ms"] = milliseconds_.back();
  }

 private:
  std::vector<double> milliseconds_;
};

enum class When : uint8_t { before_the_head, streaming, reading_slowly, without_a_stream };

template <When when>
void client_leaves(benchmark::State& state) {
  const Bed bed;
  Times times;
  for (auto _ : state) {
    FileDescriptor client = bed.ask(when != When::without_a_stream);
    const FileDescriptor backend = bed.asked();
    if (when == When::streaming || when == When::reading_slowly) {
      say(backend, stream_head);
      say(backend, event);
      hear(client, "\"a\":1");
    }
    if (when == When::reading_slowly) flood(backend);
    const auto since = Clock::now();
    client = {};
    wait_for_the_end(backend);
    times.add(state, since);
  }
  times.tell(state);
}
BENCHMARK(client_leaves<When::before_the_head>)->Iterations(500)->UseManualTime();
BENCHMARK(client_leaves<When::streaming>)->Iterations(500)->UseManualTime();
BENCHMARK(client_leaves<When::reading_slowly>)->Iterations(100)->UseManualTime();
BENCHMARK(client_leaves<When::without_a_stream>)->Iterations(500)->UseManualTime();

// There is no backend yet that could see it: until it waits no more.
void client_leaves_the_queue(benchmark::State& state) {
  const Bed bed(1);
  const FileDescriptor holder = bed.ask(true);
  const FileDescriptor held = bed.asked();
  Times times;
  for (auto _ : state) {
    FileDescriptor client = bed.ask(true);
    while (bed.gateway->waiting() == 0) std::this_thread::yield();
    const auto since = Clock::now();
    client = {};
    while (bed.gateway->waiting() > 0) std::this_thread::yield();
    times.add(state, since);
  }
  times.tell(state);
}
BENCHMARK(client_leaves_the_queue)->Iterations(500)->UseManualTime();

}  // namespace foreshock::gateway::leaving_bench
