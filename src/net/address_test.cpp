#include "net/address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreshock::net::address_test {

using testing::HasSubstr;

TEST(Address, ReadsWhatPeopleWriteAndPrintsItAgain) {
  const std::pair<std::string_view, Address> examples[] = {
      {"127.0.0.1:8400", {"127.0.0.1", 8400}}, {"[::1]:8400", {"::1", 8400}},
      {"localhost:80", {"localhost", 80}},     {":8400", {"", 8400}},
      {"0.0.0.0:0", {"0.0.0.0", 0}},           {"gpu-7.lan_a:65535", {"gpu-7.lan_a", 65535}},
      {"[fe80::1%1]:1", {"fe80::1%1", 1}}};
  for (const auto& [text, address] : examples) {
    const auto parsed = parse_address(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.error().text();
    EXPECT_EQ(*parsed, address) << text;
    EXPECT_EQ(to_text(*parsed), text);
  }
}

TEST(Address, RefusesTheRestAndSaysWhatStoodThere) {
  for (std::string_view text :
       {"", "::1", "localhost", "localhost:", "localhost:http", "localhost:65536", "a b:1", "127.0.0.256:80",
        "1.2.3:80", "[::1]", "[::1]8400", "[localhost]:1", "[]:1", "http://127.0.0.1:8400", "localhost:-1",
        "localhost: 80", "host/path:1"}) {
    const auto parsed = parse_address(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code(), Code::bad_config) << text;
    EXPECT_THAT(parsed.error().what(), HasSubstr("found '" + std::string(text) + "'"));
  }
}

TEST(Address, HintsAtTheLikelyMistake) {
  EXPECT_EQ(parse_address("::1").error().hint(), "Put an IPv6 address in brackets; for example [::1]:8400.");
  EXPECT_EQ(parse_address("http://localhost:80").error().hint(),
            "Leave out the scheme; for example 127.0.0.1:8400.");
  EXPECT_EQ(parse_address("localhost").error().hint(), "Add the port; for example 127.0.0.1:8400.");
}

TEST(Address, WithoutAPortTheUsualOneIsMeant) {
  for (const auto& [text, host] : {std::pair("::1", "::1"), std::pair("[::1]", "::1"), std::pair("::", "::"),
                                   std::pair("localhost", "localhost"), std::pair("10.0.0.7", "10.0.0.7")}) {
    const auto parsed = parse_listen_address(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(*parsed, (Address{host, 8400})) << text;
  }
  for (const char* bad : {"", "[]", "[localhost]", "8400", "1.2.3", "a b", "http://a", "[::1"})
    EXPECT_FALSE(parse_listen_address(bad)) << bad;
}

TEST(Address, OfAListenerMayBeAUnixSocket) {
  const auto parsed = parse_listen_address("unix:/run/foreshock.sock");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->path, "/run/foreshock.sock");
  EXPECT_EQ(to_text(*parsed), "unix:/run/foreshock.sock");
  EXPECT_EQ(parse_listen_address("[::1]:1")->host, "::1");
  EXPECT_EQ(parse_listen_address("[fe80::1%eth0]:80")->host, "fe80::1%eth0");
  for (const char* bad : {"[::1%]:80", "[::%a:80]:80", "[::%[::1]]:80", "::%x://[::1]:443/"})
    EXPECT_FALSE(parse_listen_address(bad)) << bad;
  EXPECT_FALSE(parse_listen_address(std::string_view("::6\0[::]:1", 10)));
  EXPECT_FALSE(is_numeric(std::string_view("1.2.3.4\0a", 9)));
  for (const char* bad : {"unix", "unix:", "unix:foreshock.sock", "unix:/run/"})
    EXPECT_EQ(parse_listen_address(bad).error().hint(), "For example unix:/run/foreshock.sock.") << bad;
}

}  // namespace foreshock::net::address_test
