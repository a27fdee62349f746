#include "mitigate/@name@.h"

#include <gtest/gtest.h>

namespace foreshock::mitigate::@name@_test {

TEST(@Name@, LeavesAQuietEngineAlone) {
  EngineFacts facts;
  facts.load = 0.5;
  EXPECT_EQ(@name@(facts, MitigateOptions()), std::nullopt);
}

TEST(@Name@, AnswersALoadedOne) {
  EngineFacts facts;
  facts.load = 0.9;
  EXPECT_EQ(@name@(facts, MitigateOptions()), 1);
}

}  // namespace foreshock::mitigate::@name@_test
