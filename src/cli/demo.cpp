#include "cli/demo.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/loop_seat.h"
#include "core/log.h"
#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_clock.h"
#include "signals/series_of.h"

namespace foreshock::cli {
namespace demo_impl {

using namespace std::chrono_literals;

constexpr uint64_t lesson_seed = 1, show_seed = 2;

// In the story of the show, which stands still in between.
constexpr Duration wrong_at = 60s, mended_at = std::chrono::hours(29 * 24);
constexpr Duration settles_in = 10s;  // so long answers are under way

// The same for lesson and show, but for what goes wrong.
constexpr std::string_view service = R"(
engine:
  preset: large
  version: "1.8"
  replicas: [{ name: replica-a }, { name: replica-b }]
  spec: { draft_length: 10, acceptance: 0.5, judge_slots: 32 }
load:
  - { class: chat, rate: 4/s, prompt_tokens: 600, output_tokens: 200, turns: 1 }
  - { class: agent, rate: 0.5/s, prompt_tokens: 2500, output_tokens: 60, turns: 1 }
)";
// What is usual is worked out anew at 20, 40, 80, 160 and 320 minutes, and how much long blocks of time vary
// is known from twelve of 12 minutes (detect/level_baseline.cpp): those after 160 minutes are just too few or
// not, as the clock stands.
constexpr std::string_view lesson = "scenario: demo-lesson\nhistory: 0s\nlength: 330m\n";
constexpr std::string_view show = R"(scenario: demo
clock: real
history: 0s
length: 30d
events:
  - { at: 60s, until: 29d, kind: model_version, to: "1.9" }
faults:
  - { at: 60s, until: 29d, dial: spec.judge_share, value: 0.05 }
)";

// What is otherwise in real time: another process, scraped over a socket, in another unit; and where the
// machine is busy, gaps between tokens that are longer for a moment, and tens of milliseconds to the first
// one.
constexpr std::array<std::string_view, 7> not_told = {"uptime", "scrape_time", "gpu_memory",  "stall",
                                                      "ttft",   "ttfa",        "prefill_rate"};

bool is_told(std::string_view signal) {
  return std::find(not_told.begin(), not_told.end(), signal) == not_told.end();
}

scenario::Story story_of(std::string_view head) {
  return scenario::read_story(fmt::format("{}{}", head, service), "demo").value();
}

// Tells a loop what it sees as if it had ended at END.
class Past final : public ObservationSink, public SeriesSink {
 public:
  Past(flow::Loop& loop, Duration later, const std::function<bool()>& go_on)
      : loop_(loop), later_(later), go_on_(go_on) {}

  void take(const Observation& observation) override {
    if (!go_on_()) throw SeatClosed();
    SampleGrid grid = signals::series_of(observation);
    grid.at += later_;
    std::erase_if(grid.values, [](const SampleGrid::Value& value) { return !is_told(value.signal); });
    loop_.advance(grid.at);
    loop_.take(grid);
  }
  void take(std::span<const Sample> samples) override {
    std::vector<Sample> moved(samples.begin(), samples.end());
    std::erase_if(moved, [](const Sample& sample) { return !is_told(sample.key.signal); });
    for (Sample& sample : moved) sample.at += later_;
    loop_.take(moved);
  }

 private:
  flow::Loop& loop_;
  const Duration later_;
  const std::function<bool()>& go_on_;
};

void teach(flow::Loop& loop, Instant now, const std::function<bool()>& go_on) {
  scenario::Story story = story_of(lesson);
  for (auto& replica : story.engine.replicas)  // as their answers over HTTP name it
    replica.version = fmt::format("fp_sim_{}", replica.version);
  Past past(loop, now - (scenario::story_start(story) + story.length), go_on);
  scenario::run_story(story, lesson_seed, {.observations = past, .series = &past});
  log::info("demo", "the loop has learnt what is usual");
}

}  // namespace demo_impl

std::vector<std::string> set_for_demo(Config& config, std::optional<Autonomy> mode) {
  using namespace std::chrono_literals;
  const Config given = config;
  AnalysisOptions& analysis = config.analysis;
  analysis.unit = 2s;
  analysis.recent = 5s;
  analysis.learning = 2h;  // of the lesson
  analysis.lasting = 20s;  // four scrapes
  analysis.settle = 5s;
  analysis.least = 15s;
  analysis.hangs_after = 60s;
  const bool suggests = config.mitigate.draft_length == Autonomy::suggest;
  config.mitigate.draft_length = mode.value_or(suggests ? Autonomy::suggest : Autonomy::act);
  config.collect.every = config.collect.health_every = 5s;  // as in the lesson
  std::vector<std::string> overridden = changed_until_restart(Config(), given);
  const auto changed = changed_until_restart(given, config);
  std::erase_if(overridden, [&changed](const std::string& key) {
    return std::find(changed.begin(), changed.end(), key) == changed.end();
  });
  return overridden;
}

Teach demo_lesson() {
  return demo_impl::teach;
}

Demo::Demo(const scenario::Story& story, DemoHouse house)
    : story_(story), house_(std::move(house)), stage_(story_, demo_impl::show_seed, nullptr, nullptr) {}

Result<std::unique_ptr<Demo>> Demo::start(std::vector<gateway::BackendOptions>& backends, DemoHouse house) {
  std::unique_ptr<Demo> demo(new Demo(demo_impl::story_of(demo_impl::show), std::move(house)));
  FORESHOCK_TRY(auto replicas, demo->stage_.start_replicas());
  for (auto& replica : replicas) backends.push_back(std::move(replica));
  return demo;
}

Demo::~Demo() {
  stop_users();
  if (show_.joinable()) show_.join();
  stage_.stop_replicas();
}

Result<void> Demo::play(const std::string& url, bool waits) {
  FORESHOCK_CHECK(stage_.send_to(url));
  if (waits)
    stage_.go_to(Duration{0}, true);
  else
    goes_wrong_ = clock_.now() + demo_impl::wrong_at;
  show_ = std::thread([this] { stage_.play([](std::string_view, double) {}, [](Instant) {}); });
  return {};
}

console::DemoSwitch::State Demo::state() const {
  const std::lock_guard lock(mutex_);
  if (settles_ || !house_.has_learnt()) return State::preparing;
  return goes_wrong_ && *goes_wrong_ <= clock_.now() ? State::running : State::ready;
}

void Demo::begin() {
  if (state() != State::ready) return;
  const std::lock_guard lock(mutex_);
  goes_wrong_ = clock_.now();
  stage_.go_to(demo_impl::wrong_at, false);
}

void Demo::reset() {
  if (state() != State::running) return;
  const std::lock_guard lock(mutex_);
  goes_wrong_.reset();
  settles_ = true;
  stage_.go_to(demo_impl::mended_at, true);
  stage_.after(demo_impl::settles_in, [this] {
    house_.forget();
    const std::lock_guard settled(mutex_);
    settles_ = false;
  });
}

void Demo::stop_users() {
  stage_.stop_users();
}

}  // namespace foreshock::cli
