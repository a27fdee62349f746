#include "core/error.h"

#include <gtest/gtest.h>

namespace foreshock::error_test {

TEST(Error, IsSaidInSentences) {
  EXPECT_EQ(Error(Code::bad_request, "unknown dial 'x'", "One of: y.").sentences(),
            "unknown dial 'x'. One of: y.");
  EXPECT_EQ(Error(Code::bad_request, "unknown dial 'x'.", "One of: y.").sentences(),
            "unknown dial 'x'. One of: y.");
  EXPECT_EQ(Error(Code::bad_request, "unknown dial 'x'. Did you mean 'y'?", "One of: y.").sentences(),
            "unknown dial 'x'. Did you mean 'y'? One of: y.");
}

}  // namespace foreshock::error_test
