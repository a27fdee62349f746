#include "collect/source_options.h"

#include <gtest/gtest.h>

namespace foreshock::collect::source_options_test {

TEST(SourceOptions, ReadsTheAddress) {
  EXPECT_EQ(source_url("prometheus://h")->text(), "http://h:9090");
  EXPECT_EQ(source_url("prometheus://h/prom/")->text(), "http://h:9090/prom");
  EXPECT_EQ(source_url("prometheus://[::1]:80/a")->text(), "http://[::1]/a");
  EXPECT_EQ(source_url("prometheus://[::1]")->text(), "http://[::1]:9090");
  EXPECT_EQ(source_url("prometheus+https://h/x")->text(), "https://h/x");
  EXPECT_EQ(source_url("https://h:1")->text(), "https://h:1");
  EXPECT_FALSE(source_url("prometheus://"));
  EXPECT_FALSE(source_url("ftp://h"));
}

Error refusal(void (*change)(SourceOptions&)) {
  SourceOptions options;
  options.prometheus = "prometheus://h";
  change(options);
  const auto checked = check_source(options);
  return checked ? Error(Code::internal, "accepted") : checked.error();
}

TEST(SourceOptions, SaysWhatCannotBe) {
  EXPECT_EQ(refusal([](SourceOptions&) {}).what(), "accepted");
  EXPECT_EQ(refusal([](SourceOptions& o) { o.match = "{job=\"a\"}"; }).what(), "accepted");
  for (const char* match : {"job=\"a\"", "{}", "up{a=\"b\"}", "{a=\"\n\"}"}) {
    SourceOptions options;
    options.prometheus = "prometheus://h";
    options.match = match;
    EXPECT_EQ(check_source(options).error().code(), Code::bad_config) << match;
  }
  EXPECT_EQ(refusal([](SourceOptions& o) { o.replica_label = "a) or (b"; }).what(),
            "'a) or (b' is no name of a label");
  EXPECT_EQ(refusal([](SourceOptions& o) { o.user = "u", o.token = "t"; }).what(),
            "a token and a user were both given");
  EXPECT_EQ(refusal([](SourceOptions& o) { o.prometheus = "http://u:geheim@h"; }).text().find("geheim"),
            std::string::npos);
  EXPECT_EQ(refusal([](SourceOptions& o) { o.token = "geheim\n"; }).text().find("geheim"), std::string::npos);
}

}  // namespace foreshock::collect::source_options_test
