#pragma once
// A SimulatedEngine behind a socket, for tests.
#include "enginesim/api_client_test.h"
#include "enginesim/server.h"

namespace foreshock::enginesim {

inline SimulatedEngineOptions fast() {
  SimulatedEngineOptions options;
  options.speed = 500;
  return options;
}

class SimulatedEngineServer : public testing::Test {
 protected:
  void start(const SimulatedEngineOptions& options) {
    auto started = SimulatedEngine::start(io, {"127.0.0.1", 0}, options, clock);
    ASSERT_TRUE(started) << started.error().text();
    engine = std::move(*started);
  }
  Reply ask(std::string method, std::string path, std::string body = "") {
    if (!engine) start(fast());
    const std::string url = "http://" + net::to_text(engine->address()) + path;
    return io.wait_for(exchange(client, net::ClientRequest(std::move(method), url, std::move(body))));
  }
  Reply chat(const std::string& rest, std::string_view question = "Hello there") {
    return ask("POST", "/v1/chat/completions",
               R"({"model":"foreshock-sim","messages":[{"role":"user","content":")" + std::string(question) +
                   "\"}]" + rest + "}");
  }
  double metric(std::string_view name) { return sample_of(ask("GET", "/metrics").body, name); }
  // Whether the metric reaches VALUE while it is asked for again and again.
  bool reaches(std::string_view name, double value) {
    for (int attempt = 0; attempt < 20000; ++attempt)
      if (metric(name) == value) return true;
    return false;
  }

  RealClock clock;
  net::IoThread io;
  net::HttpClient client{io.executor(), clock};
  std::unique_ptr<SimulatedEngine> engine;
};

}  // namespace foreshock::enginesim
