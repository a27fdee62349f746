#pragma once
// A server that answers chat requests by a script, in lockstep with its client's clock.
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/instant.h"
#include "net/http_server.h"

namespace foreshock::bench {

// Moves only when told, and counts its readers: so a script knows that its client has read what it sent.
class CountingClock final : public Clock {
 public:
  Instant now() const override {
    ++reads_;
    return clock_.now();
  }
  void advance(Duration by) { clock_.advance(by); }
  int64_t reads() const { return reads_; }

 private:
  VirtualClock clock_{Instant(std::chrono::hours(1))};
  mutable std::atomic<int64_t> reads_{0};
};

struct Step {
  Duration after{};  // on the clock, before BYTES are sent
  std::string bytes;
};

struct Script {
  int status = 200;
  std::string content_type = "text/event-stream";
  Duration head_after{};
  std::vector<Step> steps;
  bool whole = true;  // false: the connection breaks after the last step
};

inline std::string event(std::string_view data) {
  return fmt::format("data: {}\n\n", data);
}
inline std::string delta(std::string_view fields) {
  return event(fmt::format(R"({{"choices":[{{"index":0,"delta":{{{}}},"finish_reason":null}}]}})", fields));
}
inline std::string token(std::string_view text) {
  return delta(fmt::format(R"("content":"{}")", text));
}
inline std::string role() {
  return delta(R"("role":"assistant","content":"")");
}
inline std::string finish(std::string_view reason) {
  return event(fmt::format(R"({{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{}"}}]}})", reason));
}
inline std::string usage(int prompt, int output) {
  return event(fmt::format(R"({{"choices":[],"usage":{{"prompt_tokens":{},"completion_tokens":{}}}}})",
                           prompt, output));
}
const std::string done = "data: [DONE]\n\n";

class ScriptedEngine {
 public:
  using Next = std::function<Script(int request)>;  // from 0

  ScriptedEngine(CountingClock& clock, Next next) : clock_(clock), next_(std::move(next)) {
    auto listening = net::HttpServer::listen(io_, {"127.0.0.1", 0}, [this](auto request, auto& responder) {
      return answer(std::move(request), responder);
    });
    if (!listening) throw std::runtime_error(listening.error().text());
    server_ = std::move(*listening);
  }

  std::string url() const { return "http://" + net::to_text(server_->address()); }
  std::vector<std::string> bodies() const {
    const std::lock_guard lock(mutex_);
    return bodies_;
  }

 private:
  net::Awaitable<void> answer(net::HttpRequest request, net::Responder& responder) {
    if (request.path == "/v1/models") {
      net::HttpReply models;
      models.body = R"({"object":"list","data":[{"id":"scripted"},{"id":"other"}]})";
      co_await responder.reply(std::move(models));
      co_return;
    }
    const Script script = next_(note(std::move(request.body)));
    clock_.advance(script.head_after);
    int64_t reads = clock_.reads();
    co_await responder.begin_stream(script.status, script.content_type);
    co_await until_read(reads, responder);
    for (const Step& step : script.steps) {
      reads = clock_.reads();
      clock_.advance(step.after);
      co_await responder.write(step.bytes);
      co_await until_read(reads, responder);
    }
    if (script.whole)
      co_await responder.finish();
    else
      co_await responder.abort();
  }

  // Until the client has read what was sent, and so has read the clock.
  net::Awaitable<void> until_read(int64_t reads, const net::Responder& responder) {
    while (clock_.reads() == reads && !responder.client_gone())
      co_await net::sleep_for(std::chrono::nanoseconds(1));
  }

  int note(std::string body) {
    const std::lock_guard lock(mutex_);
    bodies_.push_back(std::move(body));
    return static_cast<int>(bodies_.size()) - 1;
  }

  CountingClock& clock_;
  Next next_;
  mutable std::mutex mutex_;
  std::vector<std::string> bodies_;
  net::IoThread io_;
  std::unique_ptr<net::HttpServer> server_;
};

}  // namespace foreshock::bench
