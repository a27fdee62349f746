#include "scenario/observe.h"

#include "scenario/watch_test.h"

namespace foreshock::scenario::observe_test {

using run_story_test::story_of;
using run_story_test::Watch;
using run_story_test::watch;

TEST(Observe, AnAnswerThatIsNotStreamedIsNotEmpty) {
  const Story story = story_of(
      "length: 10m\nengine: { replicas: [{ name: a }] }\nload: [{ class: chat, rate: 4/s, prompt_tokens: "
      "200, output_tokens: 100, "
      "stream: false }]\n");
  const Watch seen = watch(story);
  EXPECT_GT(seen.observations.size(), 1000u);
  double answers = 0, empty = 0;
  for (const Observation& one : seen.observations)
    if (one.state == TerminalState::ok) ++answers, empty += one.token_events != 1;
  EXPECT_LT(empty / answers, 0.01) << "as many as are empty in any story";
}

}  // namespace foreshock::scenario::observe_test
