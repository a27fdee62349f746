#include "scenario/timeline.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "scenario/read_story.h"

namespace foreshock::scenario::timeline_test {

struct Stand {
  explicit Stand(const std::string& faults) {
    const auto read = read_story(R"(
scenario: x
start: "Mon 00:00"
length: 10h
engine: { replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 4/s, prompt_tokens: 800, output_tokens: 120, turns: 8 }]
faults:
)" + faults,
                                 "x.yaml");
    EXPECT_TRUE(read) << read.error().what();
    story = *read;
    request.load_class = &story.load[0];
    replica.replica = &story.engine.replicas[0];
  }

  double at(Dial dial, double hours) { return timeline().value(dial, {hours * 3600, &request, &replica}); }
  Timeline& timeline() {
    if (!made) made.emplace(story, 1);
    return *made;
  }

  Story story;
  RequestFacts request;
  ReplicaFacts replica;
  std::optional<Timeline> made;
};

TEST(Timeline, IsHealthyWhereNoFaultHolds) {
  Stand stand("  - { at: 1h, until: 2h, dial: ttft.factor, value: 3 }\n");
  EXPECT_EQ(stand.at(Dial::ttft_factor, 0.99), 1);
  EXPECT_EQ(stand.at(Dial::ttft_factor, 1), 3);
  EXPECT_EQ(stand.at(Dial::ttft_factor, 2), 1);
  EXPECT_EQ(stand.at(Dial::batch_max, 1), 256);
  EXPECT_EQ(stand.at(Dial::unload_idle, 1), 0);
  EXPECT_TRUE(std::isinf(stand.at(Dial::context_front_cut, 1)));
}

TEST(Timeline, TheLastBegunWhoseConditionsHoldWins) {
  Stand stand(R"(
  - { at: 2h, until: 4h, dial: itl.factor, value: 5 }
  - { at: 1h, dial: itl.factor, value: 2 }
  - { at: 3h, dial: itl.factor, value: 9, when: { turn: 7 } }
)");
  EXPECT_EQ(stand.at(Dial::itl_factor, 1.5), 2);
  EXPECT_EQ(stand.at(Dial::itl_factor, 3.5), 5);
  EXPECT_EQ(stand.at(Dial::itl_factor, 5), 2);
  stand.request.turn = 7;
  EXPECT_EQ(stand.at(Dial::itl_factor, 5), 9);
}

TEST(Timeline, RampsLeadThereAndBack) {
  Stand stand("  - { at: 1h, until: 3h, ramp: 1h, dial: itl.factor, value: 3 }\n");
  EXPECT_NEAR(stand.at(Dial::itl_factor, 1.5), 2, 1e-9);
  EXPECT_NEAR(stand.at(Dial::itl_factor, 2.5), 3, 1e-9);
  EXPECT_NEAR(stand.at(Dial::itl_factor, 3.25), 2.5, 1e-9);
  EXPECT_EQ(stand.at(Dial::itl_factor, 4), 1);
}

TEST(Timeline, CurvesAreLinearBetweenTheirPoints) {
  Stand stand(R"(
  - { at: 1h, dial: itl.factor, by: time, curve: [[0h, 1], [2h, 5]] }
  - { at: 0h, dial: ttft.factor, by: prompt_tokens, curve: [[1k, 1], [3k, 2]] }
)");
  EXPECT_NEAR(stand.at(Dial::itl_factor, 2), 3, 1e-9);
  EXPECT_NEAR(stand.at(Dial::itl_factor, 9), 5, 1e-9);
  stand.request.prompt_tokens = 2500;
  EXPECT_NEAR(stand.at(Dial::ttft_factor, 2), 1.75, 1e-9);
}

TEST(Timeline, ReplicasHoursAndStateDecide) {
  Stand stand(R"(
  - { at: always, dial: itl.factor, value: 2, replicas: [b], when: { hour: "2-4" } }
  - { at: 0h, dial: decode.rate, value: 0.5, when: { running: ">=10" } }
)");
  EXPECT_EQ(stand.at(Dial::itl_factor, 3), 1);
  stand.replica.index = 1;
  EXPECT_EQ(stand.at(Dial::itl_factor, 3), 2);
  EXPECT_EQ(stand.at(Dial::itl_factor, 4), 1);
  EXPECT_EQ(stand.at(Dial::decode_rate, 4), 1);
  stand.replica.running = 10;
  EXPECT_EQ(stand.at(Dial::decode_rate, 4), 0.5);
  EXPECT_TRUE(stand.timeline().depends_on_state());
}

TEST(Timeline, SharesAreDrawnByRequestOrSession) {
  Stand stand(R"(
  - { at: 0h, dial: itl.factor, value: 2, share: 0.3 }
  - { at: 0h, dial: ttft.factor, value: 2, share: 0.3, share_by: session }
  - { at: 0h, dial: error.5xx, value: 0.2 }
)");
  double by_request = 0, errors = 0;
  std::set<double> by_session;
  for (uint64_t i = 0; i < 4000; ++i) {
    stand.request.id = i;
    stand.request.session = 3;
    by_request += stand.at(Dial::itl_factor, 1) == 2;
    by_session.insert(stand.at(Dial::ttft_factor, 1));
    errors += stand.timeline().happens(Dial::error_5xx, {3600, &stand.request, &stand.replica});
  }
  EXPECT_NEAR(by_request / 4000, 0.3, 0.03);
  EXPECT_NEAR(errors / 4000, 0.2, 0.025);
  EXPECT_EQ(by_session.size(), 1u);
}

TEST(Timeline, AnEnginesDialIsOnWhileARequestThatMeetsItRuns) {
  Stand stand("  - { at: 0h, dial: decode.rate, value: 0.5, when: { prompt_tokens: \">=16k\" } }\n");
  EXPECT_EQ(stand.at(Dial::decode_rate, 1), 1);
  stand.request.prompt_tokens = 20000;
  const auto met = stand.timeline().request_runs({3600, &stand.request, &stand.replica});
  EXPECT_EQ(stand.at(Dial::decode_rate, 1), 0.5);
  stand.timeline().request_ended(met, 0);
  EXPECT_EQ(stand.at(Dial::decode_rate, 1), 1);
}

TEST(Timeline, StickyGoesOnAfterTheRequestUntilItsTimeOrARestart) {
  Stand stand(R"(
  - { at: 0h, dial: itl.factor, value: 3, when: { turn: 7 }, sticky: { for: 15m } }
  - { at: 0h, dial: decode.rate, value: 0.5, when: { turn: 7 }, sticky: { for: restart } }
)");
  stand.request.turn = 7;
  EXPECT_EQ(stand.at(Dial::itl_factor, 1), 3);
  const auto met = stand.timeline().request_runs({3600, &stand.request, &stand.replica});
  stand.timeline().request_ended(met, 0);
  stand.request.turn = 1;
  EXPECT_EQ(stand.at(Dial::itl_factor, 1.2), 3);
  EXPECT_EQ(stand.at(Dial::itl_factor, 1.3), 1);
  EXPECT_EQ(stand.at(Dial::decode_rate, 9), 0.5);
  stand.timeline().replica_restarted(0);
  EXPECT_EQ(stand.at(Dial::decode_rate, 9), 1);
}

// What counts the affected requests.
TEST(Timeline, AStickyFaultTouchesAllOfItsReplicaWhileItSticks) {
  Stand stand("  - { at: 1h, dial: itl.factor, value: 3, when: { turn: 7 }, sticky: { for: 15m } }\n");
  const auto touches = [&](double hours) {
    return stand.timeline().touches({hours * 3600, &stand.request, &stand.replica});
  };
  EXPECT_FALSE(touches(1)) << "nothing has set it off";
  stand.request.turn = 7;
  EXPECT_FALSE(touches(0.9)) << "not yet";
  EXPECT_TRUE(touches(1));
  EXPECT_EQ(stand.at(Dial::itl_factor, 1), 3);
  stand.request.turn = 1;
  EXPECT_TRUE(touches(1.2)) << "drawn into it by the one before";
  EXPECT_FALSE(touches(1.3)) << "15 min are over";
  stand.replica.index = 1;
  EXPECT_FALSE(touches(1.2)) << "another replica";
  stand.replica.index = 0;
  stand.timeline().replica_restarted(0);
  EXPECT_FALSE(touches(1.2));
}

TEST(Timeline, WobblesAnewEveryWhileAndStaysInRange) {
  Stand stand("  - { at: 0h, dial: bandwidth.share, value: 0.9, wobble: { log_sd: 0.5, every: 30m } }\n");
  std::set<double> values;
  for (double hour = 0; hour < 10; hour += 0.25) {
    values.insert(stand.at(Dial::bandwidth_share, hour));
    EXPECT_LE(*values.rbegin(), 1);
  }
  EXPECT_GT(values.size(), 8u);
  EXPECT_LE(values.size(), 20u);
}

}  // namespace foreshock::scenario::timeline_test
