#pragma once
// A story: a load, a fault timeline on the dials of the simulated engine, and what must come out.
#include <string>
#include <vector>

#include "core/action.h"
#include "scenario/story_engine.h"
#include "scenario/story_expect.h"
#include "scenario/story_faults.h"
#include "scenario/story_load.h"

namespace foreshock::scenario {

enum class ClockKind : uint8_t { virtual_time, real_time };
// request: every request is an Observation. bucket: 10 s buckets drawn from the model.
enum class Fidelity : uint8_t { request, bucket };
enum class Statistic : uint8_t { mean, p50, p90, p95, p99 };

struct ServiceLevel {
  std::string name;  // ttft_p95
  std::string series;
  Statistic statistic = Statistic::mean;
  bool relative = false;  // LIMIT is a multiple of the healthy value
  double limit = 0;       // in seconds for a time
};

struct Story {
  std::string name, title, source;
  int64_t seed = 1;
  Duration start{0};  // local time of time 0, since Monday 00:00
  std::string timezone = "UTC";
  Duration history = std::chrono::hours(7 * 24);
  Duration length{0};
  ClockKind clock = ClockKind::virtual_time;
  Fidelity fidelity = Fidelity::request;
  double text = 1;  // share of answers written out
  std::vector<LoadClass> load;
  Engine engine;
  Clients clients;
  Probes probes{.questions = 0, .planted_facts = 0};  // none, unless the story has the key
  std::vector<ServiceLevel> service_levels;
  Autonomy policy = Autonomy::observe;
  std::optional<Canary> canary;
  std::vector<StoryEvent> events;
  std::vector<Fault> faults;
  Expectations expect;
};

}  // namespace foreshock::scenario
