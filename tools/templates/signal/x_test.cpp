#include "signals/@name@.h"

#include <gtest/gtest.h>

namespace foreshock::signals::@name@_test {

using namespace std::chrono_literals;

TEST(@Name@, IsMeasuredFromTheLastTokenToTheEnd) {
  Observation observation;
  observation.stamps.last_token = Instant{3s};
  observation.stamps.end = Instant{5s};
  EXPECT_EQ(@name@(observation), 2);
}

TEST(@Name@, IsAbsentWithoutAToken) {
  EXPECT_EQ(@name@(Observation{}), std::nullopt);
}

}  // namespace foreshock::signals::@name@_test
