// The published hardware rows (SPEC B2) and the batch effect (C5), measured on the presets.
#include "enginesim/replica_course_test.h"
#include "scenario/run_story_test.h"

namespace foreshock::scenario::presets_test {

using enginesim::Preset;
using enginesim::presets;

using namespace run_story_test;

constexpr size_t warm_up = 2, measured = 10;  // as the quick benchmark has them
constexpr double tokens = 128;

struct QuickRow {
  double first_token = 0, decode_rate = 0, tokens_a_second = 0;  // s, tokens/s
};

// The quick benchmark's measures of one stream at a time, out of a story.
QuickRow quick(std::string_view preset) {
  Story story = story_of(fmt::format(R"(
length: 13m
history: 0
engine: {{ preset: {}, replicas: [{{ name: a }}] }}
load: [{{ class: quick, rate: 1/m, arrivals: uniform, prompt_tokens: 16, output_tokens: 128, system_tokens: 0 }}]
)",
                                     preset));
  story.engine.preset.first_token_log_sd = story.engine.preset.inter_token_log_sd = 0;
  const std::vector<Observation> all = play(story);
  EXPECT_GE(all.size(), warm_up + measured);
  QuickRow row;
  for (size_t i = warm_up; i < warm_up + measured; ++i) {
    const Stamps& stamps = all.at(i).stamps;
    EXPECT_EQ(all[i].tokens.output, tokens);
    EXPECT_EQ(all[i].concurrency, 1);
    const double first = seconds(*stamps.first_token - *stamps.sent);
    const double whole = seconds(*stamps.last_token - *stamps.sent);
    row.first_token += first / measured;
    row.decode_rate += (tokens - 1) / (whole - first) / measured;
    row.tokens_a_second += tokens / whole / measured;
  }
  return row;
}

struct Published {
  std::string_view preset;
  double first_token, decode_rate, memory;  // s, tokens/s, GB
};
constexpr std::array rows = {
    Published{"a10g", 0.4213, 38.2, 12.7},
    Published{"l4", 0.5876, 21.5, 10.1},
    Published{"mi300x", 0.3628, 45.9, 13.4},
};

const Preset& preset_of(std::string_view name) {
  return *std::find_if(presets.begin(), presets.end(),
                       [name](const Preset& one) { return one.name == name; });
}

// The rate is that of the tokens after the first. By the time from sending to the last token the same streams
// have 34.2, 19.7 and 40.7 tokens/s.
TEST(Presets, ThePublishedRowsAreWhatTheQuickBenchmarkMeasures) {
  for (const Published& row : rows) {
    SCOPED_TRACE(row.preset);
    const QuickRow found = quick(row.preset);
    EXPECT_NEAR(found.first_token, row.first_token, 0.01 * row.first_token);
    EXPECT_NEAR(found.decode_rate, row.decode_rate, 0.01 * row.decode_rate);
    const double whole = row.first_token + (tokens - 1) / row.decode_rate;
    EXPECT_NEAR(found.tokens_a_second, tokens / whole, 0.01 * tokens / whole);
    EXPECT_EQ(preset_of(row.preset).gpu_memory_gb, row.memory);
  }
}

// Each of STREAMS that begin together, from the first token to the last; s.
double decode_time(const Preset& preset, uint64_t streams) {
  auto spec = enginesim::virtual_replica_test::exact();
  spec.decode_rate = preset.decode_rate;
  spec.step_growth = preset.step_growth;
  spec.first_token = seconds(preset.first_token);
  enginesim::virtual_replica_test::ReplicaCourse course(spec);
  for (uint64_t id = 1; id <= streams; ++id)
    course.replica.submit(enginesim::virtual_replica_test::asking(id, 16, 128), 0);
  course.run_empty();
  EXPECT_EQ(course.ended.size(), streams);
  return course.ended.back().at - course.ended.back().first_token;
}

// 1,500 ms alone and 1,800 ms in a batch of four.
TEST(Presets, FourTogetherDecodeInTwelveTenthsOfTheTime) {
  for (const Published& row : rows) {
    const Preset& preset = preset_of(row.preset);
    EXPECT_NEAR(decode_time(preset, 4) / decode_time(preset, 1), 1.8 / 1.5, 0.005) << row.preset;
  }
}

}  // namespace foreshock::scenario::presets_test
