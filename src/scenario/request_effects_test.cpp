#include "scenario/request_effects.h"

#include <gtest/gtest.h>

#include "scenario/read_story.h"

namespace foreshock::scenario::request_effects_test {

// Looping, refused and empty answers are wrong: without a share for them the mean would lie .013 x .5 lower.
TEST(RequestEffects, TheAccuracyIsThatOfAllAnswersThoseThatAreSpoiltToo) {
  const auto story = read_story(R"(
scenario: x
length: 1h
engine: { replicas: [{ name: a }], accuracy: 0.5 }
load: [{ class: chat, rate: 1/s }]
)",
                                "x.yaml");
  ASSERT_TRUE(story);
  Timeline timeline(*story, 1);
  Traffic traffic(*story, 1);
  const ReplicaFacts replica{.replica = &story->engine.replicas[0], .version = "1"};
  constexpr int count = 300'000;
  int right = 0, answers = 0;
  for (int i = 0; i < count; ++i) {
    Session session = traffic.new_session(0);
    const Asked asked = traffic.ask(session, 0, {});
    const Plan plan = plan_request(timeline, *story, asked, {0, &asked.facts, &replica});
    if (plan.fate != Fate::served) continue;
    ++answers;
    right += plan.right;
  }
  EXPECT_NEAR(static_cast<double>(right) / answers, 0.5, 0.003) << "three standard deviations";
}

}  // namespace foreshock::scenario::request_effects_test
