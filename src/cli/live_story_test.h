#pragma once
// What tests of stories in real time share.
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/live_story.h"
#include "scenario/read_story.h"

namespace foreshock::cli::live_story_test {

// All that a story lets be seen.
struct Kept final : ObservationSink, SeriesSink, EventSink {
  void take(const Observation& observation) override { all.push_back(observation); }
  void take(std::span<const Sample> more) override {
    const std::lock_guard lock(mutex);
    samples.insert(samples.end(), more.begin(), more.end());
  }
  void take(const Event& event) override { events.push_back(event); }

  // Of a signal, in a stratum ("" "": the total), in their order.
  std::vector<double> values(std::string_view signal, const Stratum& stratum = {}) const {
    std::vector<double> values;
    for (const Sample& sample : samples)
      if (sample.key.signal == signal && sample.key.stratum == stratum) values.push_back(sample.value);
    return values;
  }

  std::vector<Observation> all;
  std::vector<Sample> samples;
  std::vector<Event> events;
  std::mutex mutex;  // of the samples, while the story runs
};

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  EXPECT_FALSE(values.empty());
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

inline scenario::Story story_of(std::string_view more) {
  const auto story =
      scenario::read_story(fmt::format("scenario: live\nclock: real\nhistory: 0s\n{}", more), "x.yaml");
  EXPECT_TRUE(story) << story.error().what();
  return *story;
}

}  // namespace foreshock::cli::live_story_test
