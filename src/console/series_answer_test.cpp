#include <fmt/format.h>

#include "console/console_test.h"

namespace foreshock::console::series_answer_test {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr int64_t start = 1'800'000'000;

class SeriesAnswerTest : public ConsoleTest {
 protected:
  SeriesAnswerTest() {
    for (const double value : {0.1, 0.2, 0.6}) take("ttft", value);
    take("throughput", 30);
    take("throughput", 20);
    take("error_rate", 1);
    take("error_rate", 0);
    take("ttft", 0.25, {"model", "qwen3:8b +q4"});
    clock_.advance(25s);
    take("ttft", 0.4);
    clock_.advance(1s);
  }

  json only(std::string_view target) const {
    const json answer = get_json(target);
    EXPECT_EQ(answer.at("series").size(), 1U);
    return answer.at("series").at(0);
  }
};

TEST_F(SeriesAnswerTest, GivesADistributionWithItsQuantiles) {
  const json answer = get_json("/api/v1/series?signals=ttft&step=10");
  EXPECT_EQ(answer.at("now"), static_cast<double>(start + 26));
  EXPECT_EQ(answer.at("step"), 10);
  const json series = answer.at("series").at(0);
  EXPECT_EQ(series.at("signal"), "ttft");
  EXPECT_EQ(series.at("unit"), "s");
  EXPECT_EQ(series.at("direction"), "lower_is_better");
  EXPECT_EQ(series.at("help"), "Time to first token.");
  EXPECT_EQ(series.at("strata"), json::object());
  EXPECT_EQ(series.at("t"), json({start, start + 20})) << "the empty bucket between is absent";
  EXPECT_EQ(series.at("count"), json({3.0, 1.0}));
  EXPECT_NEAR(series.at("mean").at(0), 0.3, 1e-12);
  EXPECT_NEAR(series.at("p50").at(0), 0.2, 0.002);
  EXPECT_NEAR(series.at("p90").at(0), 0.2, 0.002) << "rank 1.8 of 0, 1, 2";
  EXPECT_NEAR(series.at("p99").at(1), 0.4, 0.004);
}

TEST_F(SeriesAnswerTest, GivesQuantilesOfALongerWindowThanABucket) {
  const json own = only("/api/v1/series?signals=ttft&step=1");
  EXPECT_NEAR(own.at("p50").at(1), 0.4, 0.004);
  const json window = only("/api/v1/series?signals=ttft&step=1&window=30");
  EXPECT_EQ(window.at("t"), own.at("t"));
  EXPECT_EQ(window.at("count"), own.at("count")) << "counts and means stay those of the bucket";
  EXPECT_NEAR(window.at("p50").at(1), 0.2, 0.002) << "rank 1.5 of 0.1, 0.2, 0.4, 0.6";
  const json late =
      only(fmt::format("/api/v1/series?signals=ttft&step=1&window=30&from={}&to={}", start + 20, start + 26));
  EXPECT_EQ(late.at("t"), json({start + 25}));
  EXPECT_NEAR(late.at("p50").at(0), 0.2, 0.002) << "what lies before from counts too";
}

TEST_F(SeriesAnswerTest, GivesASumAsARate) {
  const json coarse = only("/api/v1/series?signals=throughput&step=10");
  EXPECT_EQ(coarse.at("mean"), json({5.0}));
  EXPECT_EQ(coarse.at("count"), json({2.0}));
  EXPECT_EQ(coarse.at("p50"), json::array({nullptr}));
  EXPECT_EQ(only("/api/v1/series?signals=throughput&step=1").at("mean"), json({50.0}));
}

TEST_F(SeriesAnswerTest, GivesMinutesAndHours) {
  const json minute = only("/api/v1/series?signals=ttft&step=60");
  EXPECT_EQ(minute.at("t"), json({start}));
  EXPECT_EQ(minute.at("count"), json({4.0}));
  EXPECT_NEAR(minute.at("p50").at(0), 0.2, 0.002) << "rank 1.5 of 0.1, 0.2, 0.4, 0.6";
  const json hour = only("/api/v1/series?signals=throughput&step=3600");
  EXPECT_EQ(hour.at("t"), json({start}));
  EXPECT_EQ(hour.at("mean").at(0), 50.0 / 26) << "the open hour reaches up to now";
  clock_.advance(2h);
  EXPECT_EQ(only("/api/v1/series?signals=throughput&step=3600").at("mean").at(0), 50.0 / 3600);
}

TEST_F(SeriesAnswerTest, SecondsBeforeARestartShareTheTenAroundThem) {
  restart();
  clock_.advance(4s);
  take("ttft", 0.9);
  take("throughput", 7);
  clock_.advance(1s);
  const json latency = only("/api/v1/series?signals=ttft&step=1");
  ASSERT_EQ(latency.at("t").size(), 17U);
  EXPECT_EQ(latency.at("t").at(0), start);
  EXPECT_EQ(latency.at("t").at(15), start + 25) << "20 to 25, then the restart";
  EXPECT_EQ(latency.at("t").at(16), start + 30);
  EXPECT_NEAR(latency.at("count").at(0), 0.3, 1e-12);
  EXPECT_NEAR(latency.at("p50").at(0), 0.2, 0.002);
  EXPECT_NEAR(latency.at("count").at(10), 1.0 / 6, 1e-12) << "20 to 25";
  const json rate = only("/api/v1/series?signals=throughput&step=1");
  EXPECT_EQ(rate.at("mean").at(0), 5.0) << "50 in 10 s";
  EXPECT_EQ(rate.at("mean").back(), 7.0);
}

TEST_F(SeriesAnswerTest, NothingWasMeasuredBeforeTheStart) {
  clock_.advance(100s);  // to 6 s within the ten
  restart();
  for (const double value : {0.1, 0.2}) take("ttft", value, {"model", "new"});
  clock_.advance(1s);
  take("ttft", 0.3, {"model", "new"});
  clock_.advance(10s);
  const json series = only("/api/v1/series?signals=ttft&step=1&stratum=model:new");
  EXPECT_EQ(series.at("t"), json({start + 126, start + 127}));
  EXPECT_EQ(series.at("count"), json({2.0, 1.0}));
}

TEST_F(SeriesAnswerTest, WhatWasMeasuredSinceTheStartIsNotToldTwice) {
  restart();
  take("ttft", 0.9);
  clock_.advance(1s);
  const json series = only("/api/v1/series?signals=ttft&step=1");
  double count = 0;
  for (const json& one : series.at("count")) count += one.get<double>();
  EXPECT_NEAR(count, 5, 1e-9) << "three, one and one";
}

TEST_F(SeriesAnswerTest, GivesAMeanAsItIs) {
  const json series = only("/api/v1/series?signals=error_rate");
  EXPECT_EQ(series.at("mean"), json({0.5}));
  EXPECT_EQ(series.at("max"), json({1.0})) << "its peak";
  EXPECT_EQ(series.at("p99"), json::array({nullptr}));
  EXPECT_FALSE(only("/api/v1/series?signals=ttft").contains("max")) << "its quantiles tell";
}

TEST_F(SeriesAnswerTest, GivesAStratum) {
  const json series = only("/api/v1/series?signals=ttft&step=1&stratum=model:qwen3:8b+%2Bq4");
  EXPECT_EQ(series.at("strata"), json({{"model", "qwen3:8b +q4"}}));
  EXPECT_EQ(series.at("mean"), json({0.25}));
  EXPECT_EQ(only("/api/v1/series?signals=ttft&stratum=model:none").at("t"), json::array());
}

TEST_F(SeriesAnswerTest, GivesAPairThatIsNotConfiguredAnyMore) {
  take("ttft", 0.5, {"model+finish", "a+stop"});
  EXPECT_EQ(only("/api/v1/series?signals=ttft&step=10&stratum=model%2Bfinish:a%2Bstop").at("count"),
            json({1.0}));
  EXPECT_EQ(only("/api/v1/series?signals=ttft&step=10&stratum=replica%2Bkey:a%2Bb").at("count"),
            json::array());
}

TEST_F(SeriesAnswerTest, GivesTheWindowAskedFor) {
  const std::string ttft = "/api/v1/series?signals=ttft&step=1";
  EXPECT_EQ(only(ttft + "&from=1800000001").at("t"), json({start + 25}));
  EXPECT_EQ(only(ttft + "&to=1800000025").at("t"), json({start})) << "to is excluded";
  EXPECT_EQ(only(ttft + "&from=1800000025&to=1800000025.5").at("t"), json({start + 25}));
  clock_.advance(274s);
  EXPECT_EQ(only(ttft).at("t"), json({start, start + 25})) << "the last five minutes";
  clock_.advance(1s);
  EXPECT_EQ(only(ttft).at("t"), json({start + 25}));
}

TEST_F(SeriesAnswerTest, GivesSeriesInTheOrderAsked) {
  const json series = get_json("/api/v1/series?signals=throughput,ttft").at("series");
  EXPECT_EQ(series.at(0).at("signal"), "throughput");
  EXPECT_EQ(series.at(1).at("signal"), "ttft");
}

TEST_F(SeriesAnswerTest, RefusesBadValuesByName) {
  const std::string ttft = "/api/v1/series?signals=ttft";
  EXPECT_EQ(refusal("/api/v1/series"), "signals is missing");
  EXPECT_EQ(refusal("/api/v1/series?signals=tfft"), "signals: there is no 'tfft'. Did you mean 'ttft'?");
  EXPECT_EQ(refusal("/api/v1/series?signals="), "signals: there is no ''.");
  EXPECT_EQ(refusal(ttft + ",ttft"), "signals: 'ttft' stands twice");
  EXPECT_EQ(refusal(ttft + "&step=5"), "step must be 1, 10, 60 or 3600 seconds, found '5'");
  EXPECT_EQ(refusal(ttft + "&from=noon"), "from must be a number from 0 to 9000000000, found 'noon'");
  EXPECT_EQ(refusal(ttft + "&to=1e300"), "to must be a number from 0 to 9000000000, found '1e300'");
  EXPECT_EQ(refusal(ttft + "&to=nan"), "to must be a number from 0 to 9000000000, found 'nan'");
  EXPECT_EQ(refusal(ttft + "&from=20&to=20"), "from must be before to, found from 20 and to 20");
  EXPECT_EQ(refusal(ttft + "&step=1&from=1&to=20002"),
            "from and to are too far apart: 20001 points, at most 20000");
  EXPECT_EQ(refusal(ttft + "&stratum=model"), "stratum must be dimension:value, found 'model'");
  EXPECT_EQ(refusal(ttft + "&stratum=model:"), "stratum must be dimension:value, found 'model:'");
  EXPECT_EQ(refusal(ttft + "&stratum=modl:a"),
            "stratum: there is no dimension 'modl'. Did you mean 'model'?");
  EXPECT_EQ(refusal(ttft + "&stratum=model%2Bmodl:a"), "stratum: there is no dimension 'model+modl'.");
  EXPECT_EQ(refusal(ttft + "&frm=1"), "there is no parameter 'frm'. Did you mean 'from'?");
  EXPECT_EQ(refusal(ttft + "&from=1&from=2"), "from is given twice");
  EXPECT_EQ(refusal(ttft + "&stratum=%zz"), "'stratum=%zz' is not percent-encoded rightly");
  EXPECT_EQ(refusal(ttft + "&stratum=%2"), "'stratum=%2' is not percent-encoded rightly");
}

TEST_F(SeriesAnswerTest, TakesTheLongestWindow) {
  EXPECT_EQ(only("/api/v1/series?signals=ttft&step=1&from=1&to=20001").at("t"), json::array());
}

}  // namespace foreshock::console::series_answer_test
