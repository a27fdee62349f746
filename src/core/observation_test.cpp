#include "core/observation.h"

#include <gtest/gtest.h>

#include "core/identity.h"

namespace foreshock::observation_test {

Observation ended(TerminalState state, int status, bool ours = false) {
  Observation observation;
  observation.state = state;
  observation.status = status;
  observation.status_is_ours = ours;
  observation.token_events = 1;
  return observation;
}

TEST(Observation, IsBlamedOnTheRightParty) {
  EXPECT_EQ(error_class_of(ended(TerminalState::ok, 200)), ErrorClass::none);
  EXPECT_EQ(error_class_of(ended(TerminalState::ok_no_done, 200)), ErrorClass::none);
  EXPECT_EQ(error_class_of(ended(TerminalState::inband_error, 400)), ErrorClass::client);
  EXPECT_EQ(error_class_of(ended(TerminalState::inband_error, 429)), ErrorClass::upstream);
  EXPECT_EQ(error_class_of(ended(TerminalState::inband_error, 500)), ErrorClass::upstream);
  EXPECT_EQ(error_class_of(ended(TerminalState::inband_error, 500, true)), ErrorClass::gateway);
  EXPECT_EQ(error_class_of(ended(TerminalState::truncated, 502, true)), ErrorClass::upstream)
      << "the backend was down";
  EXPECT_EQ(error_class_of(ended(TerminalState::shed, 503, true)), ErrorClass::gateway);
  EXPECT_EQ(error_class_of(ended(TerminalState::inband_error, 200)), ErrorClass::model);
  EXPECT_EQ(error_class_of(ended(TerminalState::truncated, 200)), ErrorClass::upstream);
  EXPECT_EQ(error_class_of(ended(TerminalState::cancelled, 0)), ErrorClass::cancelled);
}

TEST(Observation, TokensSpentOnNothingAreTheModelsFault) {
  Observation empty = ended(TerminalState::ok, 200);
  empty.stream = true;
  empty.token_events = 0;
  empty.tokens.output = 12;
  EXPECT_EQ(error_class_of(empty), ErrorClass::model);
}

TEST(Observation, StatesHaveNamesThatReadBack) {
  for (size_t i = 0; i < terminal_state_count; ++i) {
    const auto state = static_cast<TerminalState>(i);
    EXPECT_EQ(parse_terminal_state(name_of(state)), state);
  }
  EXPECT_FALSE(parse_terminal_state("fine"));
}

TEST(Identity, ReadsBackWhatItPrints) {
  const Identity identity{Noun::finding, 0x4d2};
  EXPECT_EQ(to_text(identity), "finding-00000000000004d2");
  EXPECT_EQ(parse_identity(to_text(identity)), identity);
  for (const char* bad :
       {"", "finding", "finding-4d2", "finding-00000000000004dx", "nothing-00000000000004d2"})
    EXPECT_FALSE(parse_identity(bad)) << bad;
}

}  // namespace foreshock::observation_test
