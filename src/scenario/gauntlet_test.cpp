// The stories of the gauntlet, where the corpus is there: all are read, and some field by field.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenario/read_story.h"
#include "testkit/corpus.h"

namespace foreshock::scenario::gauntlet_test {

using namespace std::chrono_literals;
using enginesim::Dial;

class Gauntlet : public testing::Test {
 protected:
  void SetUp() override {
    const auto corpus = testkit::corpus_folder();
    folder_ = corpus / ".." / "gauntlet";
    if (corpus.empty() || !std::filesystem::is_directory(folder_))
      GTEST_SKIP() << "SKIPPED: no gauntlet beside the recorded inputs; set FORESHOCK_CORPUS";
  }

  static std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Story story(const std::string& name) const {
    auto read = read_story(text_of(folder_ / (name + ".yaml")), name + ".yaml");
    EXPECT_TRUE(read) << (read ? "" : read.error().text());
    return read ? std::move(*read) : Story{};
  }

  std::filesystem::path folder_;
};

TEST_F(Gauntlet, EveryStoryIsReadAndNamedAfterItsFile) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    EXPECT_EQ(story(entry.path().stem().string()).name, entry.path().stem().string());
  }
  EXPECT_EQ(count, 61);
  EXPECT_EQ(nlohmann::json::parse(text_of(folder_ / "truth.json")).size(), 61U);
}

TEST_F(Gauntlet, SilentTruncation) {
  const Story read = story("s30-silent-truncation");
  EXPECT_EQ(read.length, 2h);
  EXPECT_EQ(read.history, 168h);
  EXPECT_EQ(read.text, 1);
  EXPECT_EQ(read.engine.preset.name, "large");
  EXPECT_EQ(read.engine.context, 262144);
  EXPECT_EQ(read.engine.kv_blocks, 262144);
  ASSERT_EQ(read.load.size(), 2U);
  EXPECT_DOUBLE_EQ(*read.load[0].rate, 0.3);
  EXPECT_DOUBLE_EQ(read.load[0].prompt_tokens.median, 24000);
  EXPECT_DOUBLE_EQ(read.load[0].prompt_tokens.log_sd, 0.5);
  EXPECT_DOUBLE_EQ(read.load[0].system_tokens.median, 400);
  EXPECT_DOUBLE_EQ(read.load[1].turns.median, 6);
  ASSERT_EQ(read.events.size(), 1U);
  EXPECT_EQ(read.events[0].kind, EventKind::config_change);
  EXPECT_EQ(read.events[0].text, "num_ctx");
  EXPECT_FALSE(read.events[0].posted);
  ASSERT_EQ(read.faults.size(), 1U);
  EXPECT_EQ(read.faults[0].dial, Dial::context_front_cut);
  EXPECT_EQ(read.faults[0].at, 1h);
  EXPECT_FALSE(read.faults[0].until);
  EXPECT_DOUBLE_EQ(read.faults[0].value, 16384);
  EXPECT_EQ(read.faults[0].when.prompt_tokens, (CountTest{Comparison::more, 16384}));
  ASSERT_EQ(read.expect.findings.size(), 1U);
  EXPECT_EQ(read.expect.findings[0].series, "prompt_tokens");
  EXPECT_EQ(read.expect.findings[0].where.conditions.classes, std::vector<std::string>{"doc"});
  EXPECT_EQ(read.expect.findings[0].direction, Change::fall);
  EXPECT_EQ(read.expect.findings[0].within, Duration(10min));
  EXPECT_EQ(read.expect.pages->min, 1);
  EXPECT_EQ(read.expect.pages->max, 3);
  EXPECT_EQ(read.expect.first_event->kind, EventKind::config_change);
  EXPECT_EQ(read.expect.causes->top, 3);
  EXPECT_EQ(read.expect.causes->any, std::vector<std::string>{"context_truncation"});
}

TEST_F(Gauntlet, GameUpdate) {
  const Story read = story("seed-game-update");
  EXPECT_EQ(read.start, 8h);
  EXPECT_EQ(read.length, 10h);
  EXPECT_DOUBLE_EQ(read.text, 0.1);
  EXPECT_EQ(read.engine.queue, 200);
  EXPECT_EQ(read.load.at(0).key, "unity");
  EXPECT_EQ(read.load.at(0).idle_between_turns.median, 20s);
  EXPECT_DOUBLE_EQ(read.load.at(1).daily, 0.3);
  EXPECT_EQ(read.clients.timeout, 30s);
  EXPECT_EQ(read.clients.retries, 1);
  ASSERT_EQ(read.events.size(), 2U);
  EXPECT_EQ(read.events[0].replicas, std::vector<std::string>{"b"});
  EXPECT_EQ(read.events[1].at, 5h + 55min);
  EXPECT_EQ(read.events[1].until, Duration(8h));
  EXPECT_TRUE(read.events[1].posted);
  ASSERT_EQ(read.faults.size(), 3U);
  EXPECT_EQ(read.faults[0].dial, Dial::load_rate);
  EXPECT_EQ(read.faults[0].ramp, 90min);
  EXPECT_EQ(read.faults[0].when.classes, std::vector<std::string>{"game"});
  EXPECT_EQ(read.faults[1].dial, Dial::error_5xx);
  EXPECT_DOUBLE_EQ(read.faults[1].value, 0.08);
  EXPECT_EQ(read.expect.findings.at(0).shape, Shape::gradual);
}

TEST_F(Gauntlet, NullWeek) {
  const Story read = story("null-week");
  EXPECT_EQ(read.start, 0h);
  EXPECT_EQ(read.history, 14 * 24h);
  EXPECT_EQ(read.length, 7 * 24h);
  EXPECT_EQ(read.fidelity, Fidelity::bucket);
  ASSERT_EQ(read.engine.replicas.size(), 4U);
  EXPECT_EQ(read.engine.replicas[2].device, "a30");
  EXPECT_EQ(read.engine.replicas[3].zone, "z2");
  EXPECT_EQ(read.engine.replicas[3].version, "1");
  EXPECT_EQ(read.engine.speculation->draft_length, 5);
  EXPECT_EQ(read.engine.speculation->judge_slots, 8);
  ASSERT_EQ(read.load.size(), 5U);
  EXPECT_EQ(read.load[0].arrivals, Arrivals::bursty);
  EXPECT_EQ(read.load[3].effort, Effort::high);
  EXPECT_DOUBLE_EQ(read.load[3].reasoning_tokens.log_sd, 0.8);
  EXPECT_FALSE(read.load[4].stream);
  EXPECT_EQ(read.clients.backoff, Backoff::exponential);
  EXPECT_DOUBLE_EQ(read.clients.feedback, 0.02);
  EXPECT_EQ(read.probes.every, 15min);
  EXPECT_EQ(read.events.at(2).to, "1.0.1");
  EXPECT_EQ(read.events.at(2).at, 75h);
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(read.expect.pages->min, 0);
  EXPECT_EQ(read.expect.pages->max, 1);
}

TEST_F(Gauntlet, Misrouting) {
  const Story read = story("s01-misrouting");
  EXPECT_EQ(read.engine.endpoint, Endpoint::one);
  ASSERT_EQ(read.engine.routes.size(), 2U);
  EXPECT_EQ(read.engine.routes[0].pool, "long");
  EXPECT_EQ(read.engine.routes[0].when.prompt_tokens, (CountTest{Comparison::at_least, 64000}));
  EXPECT_EQ(read.engine.routes[1].when.prompt_tokens, (CountTest{Comparison::less, 64000}));
  EXPECT_TRUE(read.events.at(0).posted);
  const Fault& fault = read.faults.at(0);
  EXPECT_EQ(fault.dial, Dial::route_misroute);
  EXPECT_EQ(fault.until, Duration(4h));
  EXPECT_EQ(fault.share_by, ShareBy::session);
  EXPECT_EQ(fault.to, "l1");
  EXPECT_EQ(read.faults.at(2).replicas, std::vector<std::string>{"l1"});
  EXPECT_EQ(read.expect.findings.at(0).where.replicas, std::vector<std::string>{"l1"});
}

TEST_F(Gauntlet, DraftDecay) {
  const Story read = story("s14-draft-decay");
  EXPECT_DOUBLE_EQ(read.engine.speculation->acceptance, 0.88);
  const Curve& curve = *read.faults.at(0).curve;
  EXPECT_EQ(curve.by, CurveAxis::uptime);
  ASSERT_EQ(curve.points.size(), 7U);
  EXPECT_DOUBLE_EQ(curve.points[0].x, 0);
  EXPECT_DOUBLE_EQ(curve.points[6].x, 43200);
  EXPECT_DOUBLE_EQ(curve.points[6].value, 0.777);
}

TEST_F(Gauntlet, FirstWeekOfAProvider) {
  const Story read = story("s13-first-week");
  ASSERT_EQ(read.faults.size(), 3U);
  EXPECT_TRUE(read.faults[0].always);
  EXPECT_EQ(read.faults[0].until, Duration(2h));
  EXPECT_DOUBLE_EQ(read.faults[0].value, 0);
  EXPECT_FALSE(read.faults[1].always);
  EXPECT_DOUBLE_EQ(read.faults[1].wobble->log_sd, 1.2);
  EXPECT_EQ(read.faults[1].wobble->every, 30min);
}

TEST_F(Gauntlet, Overthinking) {
  const Story read = story("seed-overthinking");
  EXPECT_EQ(read.policy, Autonomy::act);
  EXPECT_EQ(read.engine.preset.name, "mi300x");
  EXPECT_DOUBLE_EQ(read.engine.preset.decode_rate, 45.9);
  EXPECT_EQ(read.clients.timeout, 1h);
  EXPECT_EQ(read.expect.action->policy, "reasoning_budget");
  EXPECT_EQ(read.expect.action->direction, Change::fall);
  EXPECT_EQ(read.expect.verdict, Decision::keep);
  EXPECT_EQ(read.expect.after->series, "e2e");
  EXPECT_DOUBLE_EQ(*read.expect.after->mean_below, 138);
  EXPECT_DOUBLE_EQ(*read.expect.after->accuracy_at_least, 0.92);
  EXPECT_EQ(read.expect.after->from, 5h);
}

TEST_F(Gauntlet, WeeklyBatch) {
  const Story read = story("t11-weekly-batch");
  EXPECT_EQ(read.history, 28 * 24h);
  EXPECT_EQ(read.events.at(0).until, Duration(6 * 24h + 5h));
  EXPECT_TRUE(read.events.at(0).posted);
  const Conditions& when = read.faults.at(0).when;
  EXPECT_TRUE(when.weekday->holds(6));
  EXPECT_FALSE(when.weekday->holds(0));
  EXPECT_TRUE(when.hour->holds(2h));
  EXPECT_FALSE(when.hour->holds(5h));
}

TEST_F(Gauntlet, SlowDrift) {
  const Story read = story("seed-slow-drift");
  EXPECT_EQ(read.history, 0s);
  ASSERT_EQ(read.service_levels.size(), 1U);
  EXPECT_EQ(read.service_levels[0].series, "ttft");
  EXPECT_EQ(read.service_levels[0].statistic, Statistic::p95);
  EXPECT_TRUE(read.service_levels[0].relative);
  EXPECT_DOUBLE_EQ(read.service_levels[0].limit, 1.3);
  EXPECT_EQ(read.faults.at(0).ramp, 30 * 24h);
  EXPECT_EQ(read.expect.forecast->crosses, "ttft_p95");
  EXPECT_EQ(read.expect.forecast->lead, 240h);
  ASSERT_TRUE(read.expect.first_event);
  EXPECT_FALSE(read.expect.first_event->kind);
}

TEST_F(Gauntlet, HealthyCanary) {
  const Story read = story("canary-healthy");
  EXPECT_EQ(read.canary->replicas, std::vector<std::string>{"b"});
  EXPECT_DOUBLE_EQ(read.canary->share, 0.1);
  EXPECT_EQ(read.canary->decide_by, 5h);
  EXPECT_EQ(read.expect.canary, CanaryEnd::promoted);
}

}  // namespace foreshock::scenario::gauntlet_test
