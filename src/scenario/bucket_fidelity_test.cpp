// Bucket fidelity against request fidelity: SCENARIO.md wants P50, P99 and rates within 1 %.
#include <map>

#include "scenario/run_story_test.h"

namespace foreshock::scenario::bucket_fidelity_test {

using run_story_test::story_of;

// Every value with its weight: a sketch errs by 1 % itself.
class Weighed final : public ObservationSink {
 public:
  void take(const Observation& one) override {
    ++records;
    requests += one.weight;
    if (one.state != TerminalState::ok) failures += one.weight;
    if (one.stamps.first_token)
      add("ttft", seconds(*one.stamps.first_token - one.stamps.accepted), one.weight);
    const auto& [first, last] = std::pair(one.stamps.first_token, one.stamps.last_token);
    if (first && last && one.token_events > 1)
      add("inter_token", seconds(*last - *first) / static_cast<double>(one.token_events - 1), one.weight);
    if (one.state == TerminalState::ok) add("e2e", seconds(one.stamps.end - one.stamps.accepted), one.weight);
    if (one.tokens.prompt) add("prompt_tokens", static_cast<double>(*one.tokens.prompt), one.weight);
  }
  double quantile(const std::string& name, double q) {
    auto& values = values_[name];
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const auto& [value, weight] : values) sum += weight;
    double below = 0;
    for (const auto& [value, weight] : values)
      if ((below += weight) >= q * sum) return value;
    return 0;
  }

  int64_t records = 0;
  double requests = 0, failures = 0;

 private:
  void add(const std::string& name, double value, double weight) {
    values_[name].emplace_back(value, weight);
  }
  std::map<std::string, std::vector<std::pair<double, double>>> values_;
};

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

std::string load_of(std::string_view classes) {
  return fmt::format(
      "length: 6h\nhistory: 1h\nengine: {{ replicas: [{{ name: a }}, {{ name: b }}] }}\nload:\n{}", classes);
}

// Prints the figures of docs/benchmarks.md; asserts nothing, so that it runs only when it is asked for.
TEST(BucketFidelity, DISABLED_PrintsTheDifferencesOfFiveSeeds) {
  const std::string chat =
      "{ class: chat, rate: 10/s, prompt_tokens: { median: 800, log_sd: 0.6 }, output_tokens: { "
      "median: 120, log_sd: 0.4 } }";
  const std::string one = "  - " + chat + "\n";
  const std::string two = one +
                          "  - { class: doc, rate: 2/s, prompt_tokens: { median: 6000, log_sd: 0.5 }, "
                          "output_tokens: 200 }\n";
  for (const auto& [name, text] : {std::pair("20/s", std::string(service)), std::pair("10/s", load_of(one)),
                                   std::pair("10/s and 2/s", load_of(two))}) {
    Weighed every;
    for (const uint64_t seed : {11, 12, 13}) run_story(story_of(text), seed, {.observations = every});
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      Weighed sampled;
      run_story(story_of(text + "fidelity: bucket\n"), seed, {.observations = sampled});
      fmt::print("{} seed {}: requests {:+.2f} %", name, seed,
                 100 * (3 * sampled.requests / every.requests - 1));
      for (const char* value : {"ttft", "inter_token", "e2e"})
        for (const double q : {0.5, 0.99})
          fmt::print(", {} p{:.0f} {:+.2f} %", value, 100 * q,
                     100 * (sampled.quantile(value, q) / every.quantile(value, q) - 1));
      fmt::print("\n");
    }
  }
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
