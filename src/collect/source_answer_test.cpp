#include "collect/source_answer.h"

#include <cmath>

#include <gtest/gtest.h>

namespace foreshock::collect::source_answer_test {

using namespace std::chrono_literals;

wire::QueriedSeries series(std::string replica, std::string model, std::vector<wire::QueriedPoint> points,
                           std::string le = "") {
  wire::QueriedSeries series;
  if (!replica.empty()) series.labels.emplace_back("instance", std::move(replica));
  if (!model.empty()) series.labels.emplace_back("model_name", std::move(model));
  if (!le.empty()) series.labels.emplace_back("le", std::move(le));
  series.points = std::move(points);
  return series;
}

struct Row {
  std::string strata;
  std::vector<std::pair<double, double>> values;  // Unix seconds
  bool operator==(const Row&) const = default;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.strata;
  for (const auto& [at, value] : row.values) *out << " " << at << ":" << value;
}

std::vector<Row> rows(SourceAnswers& answers, std::vector<wire::QueriedSeries> series) {
  wire::QueriedSamples samples;
  samples.series = std::move(series);
  std::vector<Row> out;
  for (const SourceRows& row : answers.read(samples, 60s)) {
    Row& one = out.emplace_back();
    for (const Stratum& stratum : row.strata) one.strata += stratum.dimension + "=" + stratum.value + ";";
    for (const SourceValue& value : row.values) one.values.emplace_back(unix_seconds(value.at), value.value);
  }
  return out;
}

TEST(SourceAnswers, AReplicaTellsForItsModelAndTheTotal) {
  const SourceQuery query{"running", "", true};
  SourceAnswers answers(query, {});
  EXPECT_EQ(rows(answers, {series("a", "m", {{60, 1}, {120, NAN}, {180, 3}}),
                           series("b", "", {{60, INFINITY}, {120, 5}})}),
            (std::vector<Row>{{"=;replica=a;model=m;", {{60, 1}, {180, 3}}}, {"=;replica=b;", {{120, 5}}}}));
  EXPECT_EQ(rows(answers, {series("", "", {{60, 1}})}), (std::vector<Row>{{"=;", {{60, 1}}}}));
}

TEST(SourceAnswers, PartsOfAReplicaAreAddedUp) {
  const std::vector<wire::QueriedSeries> two{series("a", "m", {{60, 1}, {120, 2}}),
                                             series("a", "n", {{120, 10}})};
  const SourceQuery counts{"running", "", true};
  SourceAnswers added(counts, {});
  EXPECT_EQ(rows(added, two), (std::vector<Row>{{"model=m;", {{60, 1}, {120, 2}}},
                                                {"model=n;", {{120, 10}}},
                                                {"=;replica=a;", {{60, 1}, {120, 12}}}}));
  const SourceQuery share{"kv_use", "", false};
  SourceAnswers apart(share, {});
  EXPECT_EQ(rows(apart, two).size(), 2u) << "each is one of its values";
}

TEST(SourceAnswers, TellsSharesOfTheHighestSoFar) {
  const SourceQuery query{"gpu_clock", "", false, true};
  SourceAnswers answers(query, {});
  EXPECT_EQ(rows(answers, {series("a", "", {{60, 1000}, {120, 2000}, {180, 500}})}),
            (std::vector<Row>{{"=;replica=a;", {{60, 1}, {120, 1}, {180, 0.25}}}}));
  EXPECT_EQ(rows(answers, {series("a", "", {{240, 1000}})}),
            (std::vector<Row>{{"=;replica=a;", {{240, 0.5}}}}));
}

Sketch sketch_of(const std::vector<SourceRows>& rows) {
  Sketch sketch;
  for (const SourceValue& value : rows.at(0).values) sketch.add(value.value, value.weight);
  return sketch;
}

std::vector<SourceRows> histogram(std::vector<std::pair<std::string, double>> rates) {
  const SourceQuery query{"ttft", "", false, false, true};
  const SourceOptions options;
  SourceAnswers answers(query, options);
  wire::QueriedSamples samples;
  for (auto& [le, rate] : rates) samples.series.push_back(series("a", "m", {{60, rate}}, le));
  return answers.read(samples, 60s);
}

TEST(SourceAnswers, BucketsBecomeAsManyValuesBetweenTheirBounds) {
  // Ten a second up to 0.1, thirty up to 0.2, none above.
  const auto rows = histogram({{"0.2", 40.0}, {"0.1", 10.0}, {"+Inf", 40.0}, {"0.4", 40.0}});
  const Sketch sketch = sketch_of(rows);
  EXPECT_EQ(sketch.count(), 40 * 60);
  // As histogram_quantile: 0.1 + (0.5 · 40 - 10) / 30 · 0.1, and so on; within a sixteenth of the bucket.
  EXPECT_NEAR(sketch.quantile(0.5).value(), 0.1333, 0.1 / 16 + 0.0013);
  EXPECT_NEAR(sketch.quantile(0.99).value(), 0.1987, 0.1 / 16 + 0.002);
  EXPECT_NEAR(sketch.quantile(0.1).value(), 0.04, 0.1 / 16 + 0.0004);
}

TEST(SourceAnswers, FewBecomeFewAndWhatIsAboveAllLiesOnTheHighestBound) {
  const auto one = histogram({{"1", 0}, {"3", 1.0 / 60}, {"+Inf", 1.0 / 60}});
  ASSERT_EQ(one.at(0).values.size(), 1u);
  EXPECT_EQ(one[0].values[0].value, 2);
  EXPECT_EQ(one[0].values[0].weight, 1);
  const auto above = histogram({{"1", 0}, {"3", 0}, {"+Inf", 2.0 / 60}});
  EXPECT_EQ(sketch_of(above).count(), 2);
  EXPECT_NEAR(sketch_of(above).quantile(0.5).value(), 3, 0.03);
}

TEST(SourceAnswers, BucketsThatAreNoneAreLeftOut) {
  EXPECT_TRUE(histogram({{"+Inf", 5.0}}).empty()) << "no bound tells anything";
  EXPECT_TRUE(histogram({{"x", 5.0}, {"-1", 7.0}, {"nan", 1.0}}).empty());
  EXPECT_EQ(sketch_of(histogram({{"1", 2.0 / 60}, {"2", 1.0 / 60}, {"+Inf", 3.0 / 60}})).count(), 3)
      << "one that falls back, as scrapes in between make it";
}

}  // namespace foreshock::collect::source_answer_test
