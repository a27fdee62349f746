#pragma once
// A gateway before a scripted backend, with what it measured. For tests only.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "gateway/gateway.h"
#include "signals/signal.h"
#include "testkit/loopback.h"

namespace foreshock::gateway {

class Collected final : public ObservationSink, public SeriesSink, public EventSink {
 public:
  void take(const Observation& observation) override {
    const std::lock_guard lock(mutex_);
    observations_.push_back(observation);
    changed_.notify_all();
  }
  // All but the gateway's own counters.
  void take(std::span<const Sample> samples) override {
    const std::lock_guard lock(mutex_);
    for (const Sample& sample : samples)
      if (sample.key.signal != "throughput") samples_.push_back(sample);
    changed_.notify_all();
  }

  void take(const Event& event) override {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
    changed_.notify_all();
  }

  // The first COUNT observations; fewer when they do not come within ten seconds.
  std::vector<Observation> first(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return observations_.size() >= count; });
    return observations_;
  }

  std::vector<Sample> first_samples(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return samples_.size() >= count; });
    return samples_;
  }

  std::vector<Event> first_events(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return events_.size() >= count; });
    return events_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Sample> samples_;
  std::vector<Observation> observations_;
  std::vector<Event> events_;
};

class TestBed {
 public:
  explicit TestBed(std::string backend_url, GatewayOptions options = {})
      : TestBed(std::vector{std::move(backend_url)}, std::move(options)) {}
  TestBed(std::vector<std::string> backend_urls, GatewayOptions options, std::string kind = "auto",
          const mitigate::LeaseBoard* dials = nullptr) {
    if (options.listen == GatewayOptions().listen) options.listen = "127.0.0.1:0";
    options.threads = 2;
    for (const std::string& url : backend_urls) {
      options.backends.push_back({fmt::format("b{}", options.backends.size()), url, kind, ""});
      options.backends.back().health = "off";
    }
    auto started =
        Gateway::start(std::move(options), clock, collected, collected, 1, {dials, &collected, &catalog});
    EXPECT_TRUE(started) << started.error().text();
    gateway = *std::move(started);
  }

  testkit::Connection connect() const { return testkit::Connection::to(gateway->address().port); }
  // One request on a connection of its own.
  testkit::Connection::Message ask(std::string_view path, std::string_view body,
                                   std::string_view fields = "") const {
    testkit::Connection connection = connect();
    connection.send(post(path, body, fields));
    return connection.receive_message();
  }
  static std::string post(std::string_view path, std::string_view body, std::string_view fields = "") {
    return fmt::format(
        "POST {} HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: "
        "{}\r\n{}\r\n{}",
        path, body.size(), fields, body);
  }

  VirtualClock clock{Instant{std::chrono::hours(500'000)}};
  SignalCatalog catalog{signals::signal_specs()};
  Collected collected;
  std::unique_ptr<Gateway> gateway;
};

inline constexpr const char* chat = "/v1/chat/completions";
inline constexpr const char* chat_request =
    R"({"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]})";

// A backend's whole answer.
inline std::string answer(std::string_view content_type, std::string_view body, int status = 200) {
  return fmt::format("HTTP/1.1 {} X\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", status,
                     content_type, body.size(), body);
}
inline const std::string stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
inline std::string chunk(std::string_view bytes) {
  return fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}
inline std::string token_event(std::string_view text) {
  return fmt::format("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{}\"}}}}]}}\n\n", text);
}

// A backend that gives the same answer to every request.
inline std::function<void(testkit::Connection&)> answers(std::string bytes) {
  return [bytes](testkit::Connection& connection) {
    while (connection.receive_message().whole) connection.send(bytes);
  };
}

inline nlohmann::json error_of(const testkit::Connection::Message& message) {
  return nlohmann::json::parse(message.body)["error"];
}

}  // namespace foreshock::gateway
