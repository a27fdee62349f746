// Bucket fidelity against request fidelity: SCENARIO.md wants P50, P99 and rates within 1 %.
#include "scenario/run_story_test.h"
#include "scenario/weighed_test.h"

namespace foreshock::scenario::bucket_fidelity_test {

using run_story_test::story_of;
using weighed_test::Weighed;

constexpr std::string_view service = R"(
length: 6h
history: 1h
engine: { replicas: [{ name: a }, { name: b }] }
load:
  - { class: chat, rate: 20/s, daily: 0.4, prompt_tokens: { median: 800, log_sd: 0.6 },
      output_tokens: { median: 120, log_sd: 0.4 } }
clients: { retries: 1 }
)";

TEST(BucketFidelity, AgreesWithinOnePercentInSixHoursAtATenthOfTheWork) {
  Weighed every, sampled;
  run_story(story_of(std::string(service)), 1, {.observations = every});
  run_story(story_of(std::string(service) + "fidelity: bucket\n"), 2, {.observations = sampled});
  for (const char* name : {"ttft", "inter_token", "e2e", "prompt_tokens"})
    for (const double q : {0.5, 0.99}) {
      const double wanted = every.quantile(name, q);
      EXPECT_NEAR(sampled.quantile(name, q), wanted, wanted * 0.01) << name << " " << q;
    }
  EXPECT_NEAR(sampled.requests, every.requests, every.requests * 0.01);
  // Of 0.18 %, which every request draws with an error of 3.5 % of itself.
  EXPECT_NEAR(sampled.failures, every.failures, every.failures * 0.1);
  EXPECT_LT(static_cast<double>(sampled.records), static_cast<double>(every.records) * 0.2);
}

// What the pace must not change: a queue that builds up in five minutes builds up as far.
TEST(BucketFidelity, GoesAsSlowlyAsTheModelWhereRequestsPileUp) {
  const std::string text = R"(
length: 3h
history: 10m
engine: { replicas: [{ name: a }], max_running: 24 }
load: [{ class: chat, rate: 8/s, prompt_tokens: 400, output_tokens: 120 }]
faults: [{ at: 1h30m, until: 1h35m, dial: decode.rate, value: 0.5 }]
)";
  Weighed every, sampled;
  run_story(story_of(text), 1, {.observations = every});
  run_story(story_of(text + "fidelity: bucket\n"), 1, {.observations = sampled});
  EXPECT_GT(every.quantile("ttft", 0.99), 10);
  EXPECT_NEAR(sampled.quantile("ttft", 0.99), every.quantile("ttft", 0.99),
              every.quantile("ttft", 0.99) * 0.2);
  EXPECT_LT(static_cast<double>(sampled.records), static_cast<double>(every.records) * 0.5);
}

}  // namespace foreshock::scenario::bucket_fidelity_test
