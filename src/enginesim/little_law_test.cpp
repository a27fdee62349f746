// Little's law (Little 1961): the mean number in a system is the rate of arrivals times the mean time in it.
// Over a run that starts and ends empty it is an identity, so it holds but for rounding. The number comes
// from the counts of the model, read between all events; the times come from what it says of each request.
#include <map>

#include <gtest/gtest.h>

#include "enginesim/model.h"
#include "enginesim/replica_course_test.h"

namespace foreshock::enginesim::little_law_test {

using namespace std::chrono_literals;

constexpr double rounding = 1e-6;
constexpr int64_t places = 16;  // max_running

struct Load {
  double rate;         // requests/s
  int64_t kv_blocks;   // so few that sequences are preempted, or enough
  double busy_places;  // the mean number running is more than this, and less than the next
  double busy_places_at_most;
};

// The integrals over time, and the same from the times of the requests; s.
struct LoadRun {
  double length = 0, requests = 0;
  double running = 0, waiting = 0;
  double present_times = 0, queue_times = 0;
  int64_t preemptions = 0;
};

LoadRun run_model(const Load& load) {
  EngineSpec spec;
  spec.max_running = places;
  spec.kv_blocks = load.kv_blocks;
  Model model(spec, 5);
  Random arrivals(9);
  std::map<RequestId, Instant> submitted;
  LoadRun run;
  Instant now{};
  const auto step_to = [&](Instant next) {
    run.running += static_cast<double>(model.running()) * seconds(next - now);
    run.waiting += static_cast<double>(model.waiting()) * seconds(next - now);
    now = next;
    for (const Emission& emission : model.advance(now))
      if (emission.kind == Emission::Kind::finish)
        run.present_times += seconds(emission.at - submitted.at(emission.id));
  };
  const Prompt prompt = read_prompt("Why does a queue grow?", "Why does a queue grow?");
  for (Instant at{}; at < Instant{} + 300s; at += from_seconds(arrivals.exponential(1 / load.rate))) {
    for (auto next = model.next_event_at(); next && *next < at; next = model.next_event_at()) step_to(*next);
    step_to(at);
    submitted[model.submit({prompt, {}}, at)] = at;
  }
  while (const auto next = model.next_event_at()) step_to(*next);
  EXPECT_EQ(model.running() + model.waiting(), 0);
  run.length = seconds(now - Instant{});
  run.requests = static_cast<double>(submitted.size());
  run.queue_times = model.statistics().queue_time.sum();
  run.preemptions = model.scheduling().preemptions;
  return run;
}

LoadRun run_replica(const Load& load) {
  VirtualSpec spec;
  spec.max_running = places;
  spec.kv_blocks = load.kv_blocks;
  virtual_replica_test::ReplicaCourse course(spec);
  Random arrivals(9);
  LoadRun run;
  for (double at = 0; at < 3000; at += arrivals.exponential(1 / load.rate)) {
    course.move(at);
    const auto id = static_cast<uint64_t>(++run.requests);
    EXPECT_FALSE(course.replica.submit(virtual_replica_test::asking(id, 500, 140), at));
  }
  course.run_empty();
  for (const VirtualOutcome& outcome : course.ended) {
    run.present_times += outcome.at - outcome.arrived;
    run.queue_times += outcome.admitted - outcome.arrived;
  }
  EXPECT_EQ(course.ended.size(), static_cast<size_t>(run.requests));
  run.length = course.now;
  run.running = course.running_seconds;
  run.waiting = course.waiting_seconds;
  run.preemptions = course.replica.preemptions();
  return run;
}

void expect_littles_law(const LoadRun& run, const Load& load) {
  SCOPED_TRACE(load.rate);
  const double rate = run.requests / run.length;
  EXPECT_NEAR((run.running + run.waiting) / run.length / (rate * run.present_times / run.requests), 1,
              rounding);
  EXPECT_GT(run.running / run.length, load.busy_places);
  EXPECT_LT(run.running / run.length, load.busy_places_at_most);
  // That the requests came at the rate of the load: 4 standard errors.
  EXPECT_NEAR(run.requests / (load.rate * run.length), 1, 4 / std::sqrt(run.requests));
}

// A request that is preempted waits again, and that is in no queue time.
void expect_littles_law_of_the_queue(const LoadRun& run) {
  EXPECT_EQ(run.preemptions, 0);
  EXPECT_NEAR(run.waiting, run.queue_times, rounding * (run.waiting + 1));
}

TEST(LittlesLaw, OfTheModelFromLightLoadToNearSaturation) {
  for (const Load& load : {Load{0.3, 8192, 0.5, 2}, Load{1.5, 8192, 5, 11}, Load{2.5, 8192, 14, 16}}) {
    const LoadRun run = run_model(load);
    expect_littles_law(run, load);
    expect_littles_law_of_the_queue(run);
  }
}

TEST(LittlesLaw, OfTheModelUnderPreemption) {
  const Load load{2, 80, 7, 14};
  const LoadRun run = run_model(load);
  EXPECT_GT(run.preemptions, 50);
  expect_littles_law(run, load);
}

TEST(LittlesLaw, OfTheReplicaFromLightLoadToNearSaturation) {
  for (const Load& load : {Load{0.5, 32768, 0.5, 1.5}, Load{5, 32768, 8, 11}, Load{7, 32768, 14, 16}}) {
    const LoadRun run = run_replica(load);
    expect_littles_law(run, load);
    expect_littles_law_of_the_queue(run);
  }
}

TEST(LittlesLaw, OfTheReplicaUnderPreemption) {
  const Load load{5, 500, 8, 14};
  const LoadRun run = run_replica(load);
  EXPECT_GT(run.preemptions, 50);
  expect_littles_law(run, load);
}

}  // namespace foreshock::enginesim::little_law_test
