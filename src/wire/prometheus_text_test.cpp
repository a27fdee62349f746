#include "wire/prometheus_text.h"

#include <array>
#include <clocale>
#include <limits>

#include <gtest/gtest.h>

namespace foreshock::wire::prometheus_text_test {

TEST(PrometheusText, WritesHelpTypeAndSamples) {
  PrometheusText text;
  text.begin("requests_total", MetricType::counter, "Requests that ended.");
  text.sample(3, {{"state", "ok"}, {"model", "a"}});
  text.sample(0.5, {{"state", "shed"}});
  text.begin("up", MetricType::gauge, "Whether it is up.");
  text.sample(1);
  EXPECT_EQ(text.page(),
            "# HELP requests_total Requests that ended.\n"
            "# TYPE requests_total counter\n"
            "requests_total{state=\"ok\",model=\"a\"} 3\n"
            "requests_total{state=\"shed\"} 0.5\n"
            "# HELP up Whether it is up.\n"
            "# TYPE up gauge\n"
            "up 1\n");
}

TEST(PrometheusText, WritesCumulativeBuckets) {
  constexpr std::array bounds = {0.1, 1.0, 2.5};
  constexpr std::array counts = {2.0, 0.0, 3.0, 1.0};
  PrometheusText text;
  text.begin("wait_seconds", MetricType::histogram, "Wait.");
  text.histogram({bounds, counts, 12.25}, {{"model", "a"}});
  EXPECT_EQ(text.page(),
            "# HELP wait_seconds Wait.\n"
            "# TYPE wait_seconds histogram\n"
            "wait_seconds_bucket{model=\"a\",le=\"0.1\"} 2\n"
            "wait_seconds_bucket{model=\"a\",le=\"1\"} 2\n"
            "wait_seconds_bucket{model=\"a\",le=\"2.5\"} 5\n"
            "wait_seconds_bucket{model=\"a\",le=\"+Inf\"} 6\n"
            "wait_seconds_sum{model=\"a\"} 12.25\n"
            "wait_seconds_count{model=\"a\"} 6\n");
}

TEST(PrometheusText, WritesBucketsWithoutLabels) {
  constexpr std::array<double, 1> counts = {4};
  PrometheusText text;
  text.begin("w", MetricType::histogram, "W.");
  text.histogram({{}, counts, 1});
  EXPECT_NE(text.page().find("\nw_bucket{le=\"+Inf\"} 4\nw_sum 1\nw_count 4\n"), std::string::npos);
}

TEST(PrometheusText, EscapesWhatWouldBreakALine) {
  PrometheusText text;
  text.begin("m", MetricType::gauge, "a\\b\n\"c\"");
  text.sample(1, {{"l", "a\\b\n\"c\""}});
  EXPECT_EQ(text.page(),
            "# HELP m a\\\\b\\n\"c\"\n"
            "# TYPE m gauge\n"
            "m{l=\"a\\\\b\\n\\\"c\\\"\"} 1\n");
}

std::string label_value(std::string value) {
  PrometheusText text;
  text.begin("m", MetricType::gauge, "");
  text.sample(1, {{"l", std::move(value)}});
  const size_t from = text.page().find("l=\"") + 3;
  return text.page().substr(from, text.page().rfind('"') - from);
}

TEST(PrometheusText, ReplacesBytesThatAreNoUtf8) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(label_value("é€😀"), "é€😀");
  EXPECT_EQ(label_value("a\xFF"
                        "b"),
            "a" + replaced + "b");
  EXPECT_EQ(label_value("\xC3"), replaced) << "cut off";
  EXPECT_EQ(label_value("\xC0\xAF"), replaced + replaced) << "overlong";
  EXPECT_EQ(label_value("\xED\xA0\x80"), replaced + replaced + replaced) << "a surrogate";
  EXPECT_EQ(label_value("\xF4\x90\x80\x80"), replaced + replaced + replaced + replaced) << "too high";
  EXPECT_EQ(label_value("\xE2\x82\""
                        "x"),
            replaced + replaced + "\\\"x")
      << "a quote is never swallowed";
}

TEST(PrometheusText, WritesNumbersExactlyInAnyLocale) {
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(prometheus_number(0.1), "0.1");
  EXPECT_EQ(prometheus_number(1234567), "1234567");
  EXPECT_EQ(prometheus_number(1e-9), "1e-09");
  EXPECT_EQ(prometheus_number(-2.5e300), "-2.5e+300");
  EXPECT_EQ(prometheus_number(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(prometheus_number(std::numeric_limits<double>::infinity()), "+Inf");
  EXPECT_EQ(prometheus_number(-std::numeric_limits<double>::infinity()), "-Inf");
  EXPECT_EQ(prometheus_number(std::numeric_limits<double>::quiet_NaN()), "NaN");
  std::setlocale(LC_ALL, "C");
}

}  // namespace foreshock::wire::prometheus_text_test
