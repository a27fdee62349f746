#include "wire/prometheus_page.h"

#include <gtest/gtest.h>

namespace foreshock::wire::prometheus_page_test {

TEST(PrometheusPage, ReadsNamesLabelsAndValues) {
  const auto lines = read_prometheus(
      "# HELP a What a is.\n# TYPE a gauge\na 1.5\nb_total{x=\"1\",y=\"{}\\\"}\"} 2e3 1700000000000\r\n  c{} "
      "-4\n");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].name, "a");
  EXPECT_EQ(lines[0].value, 1.5);
  EXPECT_EQ(lines[1].name, "b_total");
  EXPECT_EQ(lines[1].labels, R"(x="1",y="{}\"}")");
  EXPECT_EQ(lines[1].value, 2000);
  EXPECT_EQ(lines[2].name, "c");
  EXPECT_EQ(lines[2].value, -4);
}

TEST(PrometheusPage, ReadsTheValueOfALabel) {
  constexpr std::string_view labels = R"(gpu="0", UUID="GPU-1",empty="",quoted="a\"b\\c\nd",last="x",)";
  EXPECT_EQ(label_of(labels, "gpu"), "0");
  EXPECT_EQ(label_of(labels, "UUID"), "GPU-1");
  EXPECT_EQ(label_of(labels, "empty"), "");
  EXPECT_EQ(label_of(labels, "quoted"), "a\"b\\c\nd");
  EXPECT_EQ(label_of(labels, "last"), "x");
  for (const std::string_view none : {"", "x", "x=\"1", "last=x"})
    EXPECT_EQ(label_of(none, "x"), std::nullopt);
}

TEST(PrometheusPage, PassesOverWhatItCannotRead) {
  const auto lines = read_prometheus("a\nb x\nc{x=\"1 2\nd NaN\ne 1x\n{} 1\n\nf 7");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].name, "f");
}

TEST(PrometheusPage, SomeMetricsAloneAreReadTheSame) {
  const std::string page = "# HELP a b\na 1\nab 2\n a{x=\"1\"} 3\r\nb 4\na nonsense\nc 5";
  const std::vector<std::string_view> wanted = {"a", "c"};
  std::vector<double> values;
  for (const MetricLine& line : read_prometheus(page, wanted)) values.push_back(line.value);
  EXPECT_EQ(values, (std::vector<double>{1, 3, 5}));
  EXPECT_TRUE(read_prometheus(page, {}).empty());
}

}  // namespace foreshock::wire::prometheus_page_test
