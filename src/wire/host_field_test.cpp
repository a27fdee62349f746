#include "wire/host_field.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::wire::host_field_test {

TEST(HostField, IsAHostAndMaybeAPort) {
  EXPECT_EQ(host_of("Engine.Example.:8000"), "engine.example");
  EXPECT_EQ(host_of("[::1]:8000"), "::1");
  EXPECT_EQ(host_of("10.0.0.1"), "10.0.0.1");
  for (const char* bad : {"", ".", "a:b", "a:0", "a:65536", "a:1:2", "a:1@evil", "user@a", "a/b", "a?b",
                          "a#b", "a b", "http://a", "[::1", "[::1]x", "a\\b", "a,b"})
    EXPECT_EQ(host_of(bad), std::nullopt) << bad;
}

TEST(HostField, StandsInARequestOnce) {
  const auto check = [](std::string_view version, std::string_view fields) {
    return check_host(parse_request_head(fmt::format("GET / HTTP/{}\r\n{}\r\n", version, fields)).value());
  };
  EXPECT_TRUE(check("1.1", "Host: a:1\r\n"));
  EXPECT_TRUE(check("1.1", "Host:\r\n"));
  EXPECT_TRUE(check("1.0", ""));
  EXPECT_EQ(check("1.1", "").error().what(), "a request needs one Host field, found 0");
  EXPECT_EQ(check("1.0", "Host: a\r\nHost: a\r\n").error().what(), "a request needs one Host field, found 2");
  EXPECT_EQ(check("1.0", "Host: a:1@b\r\n").error().what(), "the Host field is no host[:port]: 'a:1@b'");
}

}  // namespace foreshock::wire::host_field_test
