#pragma once
// What came out of stories, as a terminal shows it.
#include <map>
#include <string>
#include <vector>

#include "scenario/loop_record.h"
#include "scenario/run_story.h"
#include "scenario/story_summary.h"

namespace foreshock::cli {

// A summary of all, and one of each stratum of a DIMENSION (class, replica, version, start, prompt …) where
// one is named.
class StorySummaries final : public ObservationSink {
 public:
  explicit StorySummaries(std::string dimension) : dimension_(std::move(dimension)) {}

  void take(const Observation& observation) override;
  const scenario::StorySummary& total() const { return total_; }
  const std::string& dimension() const { return dimension_; }
  // What is not known of an observation is "unknown": the strata add up to the total.
  const std::map<std::string, scenario::StorySummary>& strata() const { return strata_; }

 private:
  std::string dimension_;
  scenario::StorySummary total_;
  std::map<std::string, scenario::StorySummary> strata_;
};

struct PlayedStory {
  scenario::Story story;
  uint64_t seed = 1;
  scenario::StoryResult result;
  StorySummaries summaries;
  scenario::LoopRecord record;
  std::vector<std::string> failed;
};

// A row a story and, under it, a row a stratum; then what did not hold.
std::string story_table(const std::vector<PlayedStory>& all);

}  // namespace foreshock::cli
