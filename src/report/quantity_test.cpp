#include "report/quantity.h"

#include <limits>

#include <gtest/gtest.h>

namespace foreshock::report::quantity_test {

TEST(Quantity, ReadsAsPeopleReadIt) {
  EXPECT_EQ(show(0.4213, "s"), "421.3 ms");
  EXPECT_EQ(show(12.3456, "s"), "12.35 s");
  EXPECT_EQ(show(0.00001234, "s"), "12.34 µs");
  EXPECT_EQ(show(2e-10, "s"), "0.200 ns");
  EXPECT_EQ(show(0.0, "s"), "0 s");
  EXPECT_EQ(show(-0.25, "s"), "-250 ms");
  EXPECT_EQ(show(38.2, "tokens/s"), "38.20 tokens/s");
  EXPECT_EQ(show(123456.7, "tokens/s"), "123457 tokens/s");
  EXPECT_EQ(show(128, "count"), "128");
}

TEST(Quantity, ShowsWhatIsMissingAsMissing) {
  EXPECT_EQ(show(std::nullopt, "s"), "-");
  EXPECT_EQ(show(std::numeric_limits<double>::quiet_NaN(), "s"), "-");
}

}  // namespace foreshock::report::quantity_test
