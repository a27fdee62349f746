#pragma once
// What the tests of run_story share.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_summary.h"

namespace foreshock::scenario::run_story_test {

struct Kept : ObservationSink {
  void take(const Observation& observation) override { all.push_back(observation); }
  std::vector<Observation> all;
};

// What every story here has, and MORE lines.
inline Story story_of(const std::string& more) {
  const auto story = read_story("scenario: x\n" + more, "x.yaml");
  EXPECT_TRUE(story) << story.error().what();
  return story ? *story : Story();
}

inline std::vector<Observation> play(const Story& story, uint64_t seed = 1) {
  Kept kept;
  run_story(story, seed, {.observations = kept});
  return kept.all;
}

inline double began(const Observation& observation, const Story& story) {
  return unix_seconds(observation.stamps.accepted) - 1767571200.0 - seconds(story.start);
}

// Of the requests that came from FROM to TO and for which WHICH holds.
inline double median(const std::vector<Observation>& all, const Story& story, double from, double to,
                     auto value, auto which) {
  std::vector<double> values;
  for (const auto& one : all)
    if (began(one, story) >= from && began(one, story) < to && which(one))
      if (const std::optional<double> number = value(one)) values.push_back(*number);
  EXPECT_GT(values.size(), 50u);
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

inline constexpr auto everything = [](const Observation&) { return true; };
inline std::optional<double> first_token(const Observation& one) {
  if (!one.stamps.first_token) return std::nullopt;
  return seconds(*one.stamps.first_token - one.stamps.accepted);
}
inline std::optional<double> between_tokens(const Observation& one) {
  return one.gaps.quantile(0.5);
}
inline std::optional<double> output(const Observation& one) {
  if (!one.tokens.output) return std::nullopt;
  return static_cast<double>(*one.tokens.output);
}

inline constexpr std::string_view light =
    "load: [{ class: chat, rate: 1/s, prompt_tokens: 2000, output_tokens: 100, system_tokens: 0 }]\n";

}  // namespace foreshock::scenario::run_story_test
