#include "collect/collector.h"

#include <atomic>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "collect/samples_test.h"
#include "net/http_server.h"
#include "testkit/loopback.h"

namespace foreshock::collect::collector_test {

using namespace std::chrono_literals;

class KeptEvents final : public EventSink {
 public:
  void take(const Event& event) override {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
  }
  Event first() const {
    for (;; std::this_thread::yield()) {
      const std::lock_guard lock(mutex_);
      if (!events_.empty()) return events_.front();
    }
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Event> events_;
};

net::Route page(std::string path, int status, std::string body) {
  return {"GET", std::move(path), [status, body](const net::HttpRequest&) {
            net::HttpReply reply;
            reply.status = status;
            reply.body = body;
            return reply;
          }};
}

class CollectorTest : public ::testing::Test {
 protected:
  std::string serve(std::vector<net::Route> routes) {
    servers_.push_back(
        net::HttpServer::listen(io_, net::Address{"127.0.0.1", 0}, net::serve_routes(std::move(routes)))
            .value());
    return "http://" + net::to_text(servers_.back()->address());
  }
  void collect(const std::vector<CollectedBackend>& backends) {
    CollectOptions options;
    options.every = options.kv_every = options.health_every = options.identity_every = 10ms;
    collector_ = std::make_unique<Collector>(
        io_, clock_, backends, options,
        CollectorPorts{kept_, fine_, roster_, events_,
                       [](const std::string& name) { return name == "a" ? "v1" : ""; }});
  }

  RealClock clock_;
  KeptSamples kept_;
  FineSamples fine_;
  Roster roster_;
  KeptEvents events_;
  net::IoThread io_;
  std::vector<std::unique_ptr<net::HttpServer>> servers_;
  std::unique_ptr<Collector> collector_;
};

TEST_F(CollectorTest, ReadsMetricsAndHealthOfEachBackend) {
  const std::string a =
      serve({page("/metrics", 200, "vllm:num_requests_running 3\n"), page("/health", 200, "")});
  const std::string b =
      serve({page("/metrics", 200, "vllm:num_requests_running 5\n"), page("/health", 503, "")});
  collect({{"a", a + "/v1"}, {"b", b}});
  EXPECT_EQ(kept_.first("running", {"replica", "a"}), 3);
  EXPECT_EQ(kept_.first("running", {"version", "v1"}), 3);
  EXPECT_EQ(kept_.first("running", {"replica", "b"}), 5);
  EXPECT_EQ(kept_.first("health", {"replica", "a"}), 1);
  EXPECT_EQ(kept_.first("health", {"replica", "b"}), 0);
  EXPECT_EQ(kept_.first("series_missing", {"replica", "a"}), 0);
  EXPECT_GE(kept_.first("scrape_time", {"replica", "a"}), 0);
}

TEST_F(CollectorTest, ReadsTheWindowOfAnEngineAndWhetherItSleeps) {
  const std::string props = R"({"default_generation_settings":{"n_ctx":512},"is_sleeping":true})";
  const std::string a = serve({page("/props", 200, props)});
  collect({{"a", a}});
  EXPECT_EQ(kept_.first("context_window", {"replica", "a"}), 512);
  EXPECT_EQ(kept_.first("asleep", {"replica", "a"}), 1);
}

TEST_F(CollectorTest, TellsWhichEngineItIsAndWhenItIsAnotherVersion) {
  std::atomic<bool> updated{false};
  const std::string models = R"({"data":[{"id":"m","owned_by":"vllm"}]})";
  const std::string a =
      serve({page("/v1/models", 200, models), {"GET", "/version", [&updated](const net::HttpRequest&) {
                                                 net::HttpReply reply;
                                                 reply.body = updated ? R"({"version":"0.11.1"})"
                                                                      : R"({"version":"0.11.0"})";
                                                 return reply;
                                               }}});
  collect({{"a", a}});
  const EngineIdentity before{"vllm", "0.11.0", "m"}, after{"vllm", "0.11.1", "m"};
  while (roster_.of("a") != before) std::this_thread::yield();
  updated = true;
  const Event event = events_.first();
  EXPECT_EQ(event.kind, EventKind::model_version);
  EXPECT_EQ(event.scope, (Stratum{"replica", "a"}));
  EXPECT_EQ(event.about, "a: vllm 0.11.0 to 0.11.1");
  while (roster_.of("a") != after) std::this_thread::yield();
  collector_.reset();
}

TEST_F(CollectorTest, OneThatNeverAnswersHoldsUpNoOther) {
  testkit::LoopbackServer silent([](testkit::Connection& connection) { connection.receive_all(); });
  const std::string b = serve({page("/metrics", 200, "vllm:num_requests_waiting 2\n")});
  collect({{"a", silent.url()}, {"b", b}});
  EXPECT_EQ(kept_.first("waiting", {"replica", "b"}), 2);
  while (kept_.values("waiting", {"replica", "b"}).size() < 5) std::this_thread::yield();
  collector_.reset();
  EXPECT_TRUE(kept_.values("series_missing", {"replica", "a"}).empty()) << "it never had any";
}

TEST_F(CollectorTest, WhatWasThereAndIsGoneIsMissing) {
  const std::string a =
      serve({page("/metrics", 200, "vllm:num_requests_running 3\n"), page("/health", 200, "")});
  collect({{"a", a}});
  kept_.first("running", {"replica", "a"});
  kept_.first("health", {"replica", "a"});
  servers_.clear();
  const size_t scrapes = kept_.values("scrape_time", {"replica", "a"}).size();
  while (kept_.values("series_missing", {"replica", "a"}).back() != 1) std::this_thread::yield();
  while (kept_.values("scrape_time", {"replica", "a"}).size() <= scrapes) std::this_thread::yield();
  while (kept_.values("health", {"replica", "a"}).back() != 0) std::this_thread::yield();
}

TEST_F(CollectorTest, ABackendWithoutThesePagesTellsNothing) {
  const std::string a = serve({page("/elsewhere", 200, "")});
  const std::string b = serve({page("/metrics", 200, "vllm:num_requests_running 1\n")});
  collect({{"a", a}, {"b", b}, {"c", "https://127.0.0.1:1"}});
  while (kept_.values("running", {}).size() < 5) std::this_thread::yield();
  collector_.reset();
  for (const char* signal : {"health", "series_missing", "scrape_time"})
    EXPECT_TRUE(kept_.values(signal, {"replica", "a"}).empty()) << signal;
}

}  // namespace foreshock::collect::collector_test
