#pragma once
// Everything that a story lets be seen.
#include <bit>

#include "enginesim/random.h"
#include "scenario/run_story_test.h"
#include "scenario/story_clock.h"

namespace foreshock::scenario::run_story_test {

struct Watch final : ObservationSink, TranscriptSink, SeriesSink, EventSink {
  void take(const Observation& observation) override {
    observations.push_back(observation);
    const Stamps& stamps = observation.stamps;
    for (const auto& stamp : {std::optional(stamps.end), stamps.first_event, stamps.first_token})
      note(int64_t{stamp.value_or(Instant()).time_since_epoch().count()});
    note(static_cast<int64_t>(observation.state));
    note(observation.token_events);
    note(observation.tokens.prompt.value_or(-1));
    note(observation.key + observation.finish_reason);
  }
  void take(const Observation&, const Transcript& transcript) override {
    transcripts.push_back(transcript);
    note(transcript.answer + transcript.reasoning);
    for (const ToolCall& call : transcript.calls) note(call.arguments);
    for (const TokenLogprobs& token : transcript.logprobs) note(token.chosen);
  }
  void take(std::span<const Sample> all) override {
    for (const Sample& sample : all) {
      samples.push_back(sample);
      note(sample.value);
      note(sample.key.stratum.value);
    }
  }
  void take(const Event& event) override { events.push_back(event); }

  StorySinks sinks() { return {.observations = *this, .transcripts = this, .series = this, .events = this}; }
  // Of the samples of the total, or of a stratum, from FROM to TO in seconds of the story.
  double mean(const Story& story, std::string_view signal, double from, double to,
              const Stratum& stratum = {}) const {
    double sum = 0, weight = 0;
    for (const Sample& sample : samples) {
      const double at = seconds(sample.at - story_start(story));
      if (sample.key.signal != signal || sample.key.stratum != stratum || at < from || at >= to) continue;
      sum += sample.value * sample.weight;
      weight += sample.weight;
    }
    EXPECT_GT(weight, 0) << signal;
    return sum / weight;
  }
  double share(auto which) const {
    const auto count = std::count_if(observations.begin(), observations.end(), which);
    return static_cast<double>(count) / static_cast<double>(observations.size());
  }
  double share_of_texts(auto which) const {
    const auto count = std::count_if(transcripts.begin(), transcripts.end(), which);
    return static_cast<double>(count) / static_cast<double>(transcripts.size());
  }
  // Follows from all that was seen.
  uint64_t hash() const { return hash_; }

  std::vector<Observation> observations;
  std::vector<Transcript> transcripts;
  std::vector<Sample> samples;
  std::vector<Event> events;

 private:
  void note(uint64_t value) { hash_ = enginesim::mixed(hash_, value); }
  void note(int64_t value) { note(static_cast<uint64_t>(value)); }
  void note(double value) { note(std::bit_cast<uint64_t>(value)); }
  void note(const std::string& text) { note(enginesim::hash_of(text)); }
  uint64_t hash_ = 0;
};

inline Watch watch(const Story& story, uint64_t seed = 1) {
  Watch seen;
  run_story(story, seed, seen.sinks());
  return seen;
}

}  // namespace foreshock::scenario::run_story_test
