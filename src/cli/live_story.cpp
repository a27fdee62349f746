#include "cli/live_story.h"

#include <atomic>

#include "cli/live_stage.h"
#include "gateway/gateway.h"

namespace foreshock::cli {
namespace live_story_impl {

// Of a gateway's samples the ratings: its own counters are not part of a story's measurements yet.
class Ratings final : public SeriesSink {
 public:
  explicit Ratings(SeriesSink* sink) : sink_(sink) {}
  void take(std::span<const Sample> samples) override {
    if (sink_ != nullptr && !samples.empty() && samples.front().key.signal == "thumbs_up")
      sink_->take(samples);
  }

 private:
  SeriesSink* sink_;
};

// Lets through what ended before the story did.
class UntilTheEnd final : public ObservationSink {
 public:
  explicit UntilTheEnd(ObservationSink& sink) : sink_(sink) {}
  void end_at(Instant end) { end_ = end; }
  void take(const Observation& observation) override {
    if (observation.stamps.end <= end_.load()) sink_.take(observation);
  }

 private:
  ObservationSink& sink_;
  std::atomic<Instant> end_{Instant::max()};
};

}  // namespace live_story_impl

Result<scenario::StoryResult> run_live_story(const scenario::Story& story, uint64_t seed,
                                             const scenario::StorySinks& sinks) {
  live_story_impl::Ratings ratings(sinks.series);
  live_story_impl::UntilTheEnd observations(sinks.observations);
  LiveStage stage(story, seed, sinks.series, sinks.events);
  gateway::GatewayOptions options;
  options.listen = "127.0.0.1:0";
  options.threads = 1;
  FORESHOCK_TRY(options.backends, stage.start_replicas());
  FORESHOCK_TRY(auto gateway, gateway::Gateway::start(std::move(options), stage.clock(), observations,
                                                      ratings, 1, {.dials = sinks.dials}));
  FORESHOCK_CHECK(stage.send_to("http://" + net::to_text(gateway->address())));
  stage.play([&](std::string_view replica, double weight) { gateway->set_weight(replica, weight); },
             [&](Instant start) { observations.end_at(start + story.length); });
  stage.stop_users();
  gateway.reset();
  stage.stop_replicas();
  return scenario::StoryResult{seconds(story.length), stage.users().requests(), stage.users().affected()};
}

}  // namespace foreshock::cli
