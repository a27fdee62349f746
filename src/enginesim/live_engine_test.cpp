#include "enginesim/live_engine.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::live_engine_test {

using namespace std::chrono_literals;

Request request(int64_t tokens) {
  Request made{read_prompt("Hello there", "Hello there"), {}};
  made.wish.max_tokens = made.wish.length = tokens;
  return made;
}

// The engine belongs to its thread, so each step of a test runs there.
class LiveEngineTest : public testing::Test {
 protected:
  void on_thread(std::function<void()> work) { io.wait_for(run(std::move(work))); }
  static net::Awaitable<void> run(std::function<void()> work) {
    work();
    co_return;
  }
  void submit(int64_t tokens) {
    id = engine->submit(request(tokens), [this](Emission emission) { heard.push_back(std::move(emission)); });
  }
  static SimulatedEngineOptions options() {
    SimulatedEngineOptions options;
    options.speed = 10;
    return options;
  }

  net::IoThread io;
  VirtualClock clock{Instant{} + 1000s};
  std::shared_ptr<LiveEngine> engine = std::make_shared<LiveEngine>(io.executor(), options(), clock);
  std::vector<Emission> heard;
  RequestId id = 0;
};

TEST_F(LiveEngineTest, DeliversWhatTheClockHasReachedAtItsSpeed) {
  on_thread([&] {
    submit(64);
    EXPECT_TRUE(heard.empty()) << "nothing before submit() has returned";
    engine->model();
    EXPECT_TRUE(heard.empty());
    clock.advance(75ms);  // 750 ms of the engine: 31 steps and the prompt
    engine->model();
    EXPECT_EQ(heard.size(), 31u);
    clock.advance(80ms);
    engine->model();
    ASSERT_EQ(heard.size(), 65u);
    EXPECT_EQ(heard.back().kind, Emission::Kind::finish);
    EXPECT_NEAR(seconds(heard.back().at - (Instant{} + 1000s)), 1.5, 0.03);
  });
}

TEST_F(LiveEngineTest, IsSilentAboutACancelledRequest) {
  on_thread([&] {
    submit(64);
    clock.advance(20ms);
    engine->model();
    const size_t before = heard.size();
    EXPECT_GT(before, 0u);
    engine->cancel(id);
    clock.advance(1s);
    EXPECT_EQ(engine->model().running(), 0);
    EXPECT_EQ(heard.size(), before);
  });
}

TEST_F(LiveEngineTest, TimerDeliversWithoutBeingAsked) {
  std::promise<void> delivered;
  on_thread([&] {
    engine->submit(request(1), [&](Emission emission) {
      if (emission.kind == Emission::Kind::finish) delivered.set_value();
    });
    clock.advance(1s);
  });
  EXPECT_EQ(delivered.get_future().wait_for(30s), std::future_status::ready);
  on_thread([&] { engine.reset(); });
}

TEST_F(LiveEngineTest, IsLoadedAfterItsLoadTime) {
  SimulatedEngineOptions slow = options();
  slow.spec.load_time = 60s;
  on_thread([&] {
    engine = std::make_shared<LiveEngine>(io.executor(), slow, clock);
    EXPECT_FALSE(engine->is_loaded());
    clock.advance(6s);
    EXPECT_TRUE(engine->is_loaded());
  });
}

}  // namespace foreshock::enginesim::live_engine_test
