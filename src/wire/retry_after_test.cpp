#include "wire/retry_after.h"

#include <gtest/gtest.h>

namespace foreshock::wire::retry_after_test {

using namespace std::chrono_literals;

constexpr Instant now{1'767'571'200s};  // Mon, 05 Jan 2026 00:00:00 GMT

Duration of(std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
  Headers headers;
  for (const auto& [name, value] : fields) headers.add(name, value);
  return retry_after(headers, now);
}

TEST(RetryAfter, IsSecondsOrADateOrMilliseconds) {
  EXPECT_EQ(of({{"Retry-After", "107"}}), 107s);
  EXPECT_EQ(of({{"Retry-After", "1.5"}}), 1500ms);
  EXPECT_EQ(of({{"Retry-After", "Mon, 05 Jan 2026 00:01:30 GMT"}}), 90s);
  EXPECT_EQ(of({{"Retry-After", "9"}, {"retry-after-ms", "250"}}), 250ms);
}

TEST(RetryAfter, IsNothingWhereItCannotBeReadOrIsPast) {
  EXPECT_EQ(of({}), 0s);
  for (const std::string_view text : {"", "soon", "-4", "3 s", "nan", "Mon, 05 Jan 2026 00:01:30",
                                      "Sun, 04 Jan 2026 00:00:00 GMT", "Mon, 06 Nov 0094 08:49:37 GMT"})
    EXPECT_EQ(of({{"Retry-After", text}}), 0s) << text;
}

TEST(RetryAfter, IsADayAtMost) {
  EXPECT_EQ(of({{"Retry-After", "1e300"}}), 24h);
  EXPECT_EQ(of({{"Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"}}), 24h);
}

}  // namespace foreshock::wire::retry_after_test
