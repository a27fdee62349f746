#include "bench/load_run.h"

#include <atomic>
#include <future>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/arrivals.h"
#include "bench/light_load.h"
#include "bench/prompts.h"
#include "bench/scripted_engine_test.h"

namespace foreshock::bench::load_run_test {

using namespace std::chrono_literals;

ChatPrompt hello() {
  ChatPrompt prompt;
  prompt.messages = {{"user", "hello"}};
  return prompt;
}

Script answer_after(Duration after) {
  return Script{.head_after = after, .steps = {{0ms, token("a") + finish("stop") + done}}};
}

// What reached the sink.
class Results {
 public:
  ResultSink sink() {
    return [this](const LoadResult& result) { results_.push_back(result); };
  }
  const std::vector<LoadResult>& all() const { return results_; }

 private:
  std::vector<LoadResult> results_;  // read only once the load is over
};

// Holds every chat request, and says when COUNT are held.
class HoldingServer {
 public:
  explicit HoldingServer(int count) : wanted_(count) {
    auto listening = net::HttpServer::listen(io_, {"127.0.0.1", 0}, [this](auto, auto&) { return hold(); });
    server_ = std::move(*listening);
  }
  std::string url() const { return "http://" + net::to_text(server_->address()); }
  void wait_until_held() { held_.get_future().get(); }
  int most() const { return now_; }

 private:
  net::Awaitable<void> hold() {
    if (++now_ == wanted_) held_.set_value();
    co_await net::sleep_for(1h);
  }

  int wanted_;
  std::atomic<int> now_{0};
  std::promise<void> held_;
  net::IoThread io_;
  std::unique_ptr<net::HttpServer> server_;
};

LoadOptions options_for(std::string url) {
  LoadOptions options;
  options.url = std::move(url);
  options.model = "m";
  return options;
}

TEST(LoadRun, ClosedLoopSendsTheNextWhenTheLastIsAnswered) {
  CountingClock clock;
  const ScriptedEngine engine(clock, [](int) { return answer_after(1s); });
  net::IoThread io;
  Results results;
  LoadOptions options = options_for(engine.url());
  options.model.clear();
  options.duration = 10s;
  const auto load = LoadRun::start(io, clock, options, hello, results.sink());
  (*load)->wait();
  ASSERT_EQ(results.all().size(), 10u);
  for (const LoadResult& result : results.all()) {
    EXPECT_EQ(outcome_of(result), "ok");
    EXPECT_EQ(result.observation.model, "scripted");
    EXPECT_EQ(*result.observation.stamps.headers - result.observation.stamps.accepted, 1s);
  }
}

TEST(LoadRun, ClosedLoopKeepsItsConcurrency) {
  const RealClock clock;
  HoldingServer server(3);
  net::IoThread io;
  Results results;
  LoadOptions options = options_for(server.url());
  options.concurrency = 3;
  const auto load = LoadRun::start(io, clock, options, hello, results.sink());
  server.wait_until_held();
  (*load)->stop();
  EXPECT_EQ(server.most(), 3);
  EXPECT_TRUE(results.all().empty()) << "what was dropped reaches no sink";
}

TEST(LoadRun, OpenLoopDoesNotWaitForAnswers) {
  const RealClock clock;
  HoldingServer server(10);
  net::IoThread io;
  Results results;
  LoadOptions options = options_for(server.url());
  options.rate = 200;
  options.duration = 0s;
  const auto load = LoadRun::start(io, clock, options, hello, results.sink());
  server.wait_until_held();
  (*load)->stop();
}

TEST(LoadRun, OpenLoopMeansToBeginAtTheArrivals) {
  const RealClock clock;
  net::IoThread server_io;
  const auto server =
      net::HttpServer::listen(server_io, {"127.0.0.1", 0}, net::serve_routes({}));  // 404 at once
  net::IoThread io;
  Results results;
  LoadOptions options = options_for("http://" + net::to_text((*server)->address()));
  options.rate = 2000;
  options.duration = 20ms;
  options.seed = 3;
  const auto load = LoadRun::start(io, clock, options, hello, results.sink());
  (*load)->wait();

  std::vector<Duration> expected;
  PoissonArrivals arrivals(2000, 3);
  for (Duration at = arrivals.next(); at < 20ms; at = arrivals.next()) expected.push_back(at);
  ASSERT_EQ(results.all().size(), expected.size());
  std::set<Instant> intended;
  for (const LoadResult& result : results.all()) {
    intended.insert(result.observation.stamps.accepted);
    EXPECT_GE(*result.observation.stamps.dequeued, result.observation.stamps.accepted) << "late, never early";
    EXPECT_EQ(outcome_of(result), "http 404");
  }
  auto at = expected.begin();
  for (const Instant instant : intended) EXPECT_EQ(instant - *intended.begin(), *at++ - expected.front());
}

TEST(LoadRun, RefusesAUrlThatCannotBe) {
  const RealClock clock;
  net::IoThread io;
  EXPECT_FALSE(LoadRun::start(io, clock, options_for("nowhere"), hello, {}));
}

// Refuses every chat request, and says when it has seen COUNT.
class RefusingServer {
 public:
  explicit RefusingServer(size_t count) : wanted_(count) {
    const auto models = [](const net::HttpRequest&) {
      net::HttpReply reply;
      reply.body = R"({"data":[{"id":"scripted"}]})";
      return reply;
    };
    const auto chat = [this](const net::HttpRequest& request) {
      bodies_.push_back(request.body);
      if (bodies_.size() == wanted_) seen_.set_value();
      return net::error_reply(Error(Code::overloaded, "on purpose"));
    };
    auto routes = net::serve_routes({{"GET", "/v1/models", models}, {"POST", "/v1/chat/completions", chat}});
    server_ = *net::HttpServer::listen(io_, {"127.0.0.1", 0}, std::move(routes));
  }
  std::string url() const { return "http://" + net::to_text(server_->address()); }
  void wait_until_seen() { seen_.get_future().get(); }
  // Stops the server.
  std::vector<std::string> bodies() {
    server_->stop();
    return bodies_;
  }

 private:
  size_t wanted_;
  std::vector<std::string> bodies_;  // on the server's thread while it runs
  std::promise<void> seen_;
  net::IoThread io_;
  std::unique_ptr<net::HttpServer> server_;
};

TEST(LightLoad, SendsAMixUntilItIsDestroyed) {
  RefusingServer server(60);
  const RealClock clock;
  net::IoThread io;
  auto load = start_light_load(io, clock, server.url(), 300);
  ASSERT_TRUE(load);
  server.wait_until_seen();
  load->reset();
  std::set<std::string> kinds;
  for (const std::string& text : server.bodies()) {
    const auto body = nlohmann::json::parse(text);
    EXPECT_EQ(body["model"], "scripted");
    EXPECT_EQ(body["stream"], true);
    kinds.insert(fmt::format("{} {}", body["max_tokens"].get<int>(), body.contains("tools")));
  }
  EXPECT_GE(kinds.size(), 4u);
}

}  // namespace foreshock::bench::load_run_test
