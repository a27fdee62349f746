#include "wire/prometheus_api.h"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::wire::prometheus_api_test {

// Answers of our own making, of the forms that the API of Prometheus tells of.
std::string with_data(std::string_view data) {
  return fmt::format(R"({{"status":"success","data":{}}})", data);
}

TEST(PrometheusApi, ReadsAMatrixWithLabelsTimesAndNumbers) {
  const auto read = read_queried_samples(with_data(
      R"({"resultType":"matrix","result":[{"metric":{"instance":"a:1","model_name":"q\"3\u00e9"},"values":[[1700000000,"1.5"],)"
      R"([1700000060.25,"-2e-3"]]},{"metric":{},"values":[[1700000000,"7"]]}]})"));
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->series.size(), 2u);
  EXPECT_EQ(read->series[0].label("instance"), "a:1");
  EXPECT_EQ(read->series[0].label("model_name"), "q\"3é");
  EXPECT_EQ(read->series[0].label("le"), "");
  ASSERT_EQ(read->series[0].points.size(), 2u);
  EXPECT_EQ(read->series[0].points[1].at, 1700000060.25);
  EXPECT_EQ(read->series[0].points[1].value, -0.002);
  EXPECT_EQ(read->series[1].points[0].value, 7);
}

TEST(PrometheusApi, ReadsVectorsAndScalars) {
  const auto vector = read_queried_samples(
      with_data(R"({"resultType":"vector","result":[{"metric":{"job":"v"},"value":[1,"3"]}]})"));
  ASSERT_TRUE(vector);
  EXPECT_EQ(vector->series.at(0).points.at(0).value, 3);
  const auto scalar = read_queried_samples(with_data(R"({"resultType":"scalar","result":[5,"2.5"]})"));
  ASSERT_TRUE(scalar);
  EXPECT_EQ(scalar->series.at(0).points.at(0).value, 2.5);
  EXPECT_TRUE(read_queried_samples(with_data(R"({"resultType":"matrix","result":[]})"))->series.empty());
}

TEST(PrometheusApi, ReadsNumbersThatAreNone) {
  const auto read = read_queried_samples(with_data(
      R"({"resultType":"matrix","result":[{"metric":{},"values":[[1,"NaN"],[2,"+Inf"],[3,"-Inf"],[4,"x"],[5,""]]}]})"));
  ASSERT_TRUE(read);
  const auto& points = read->series.at(0).points;
  ASSERT_EQ(points.size(), 5u);
  EXPECT_TRUE(std::isnan(points[0].value));
  EXPECT_EQ(points[1].value, INFINITY);
  EXPECT_EQ(points[2].value, -INFINITY);
  EXPECT_TRUE(std::isnan(points[3].value) && std::isnan(points[4].value)) << "no number, and no other either";
}

TEST(PrometheusApi, LeavesNativeHistogramsOutAndCountsThem) {
  const auto read = read_queried_samples(with_data(
      R"({"resultType":"matrix","result":[{"metric":{"a":"b"},"histograms":[[1,{"count":"3","sum":"2","buckets":[[0,"0","1","3"]]}]]},)"
      R"({"metric":{"a":"c"},"values":[[1,"2"]]}]})"));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->native_histograms, 1u);
  ASSERT_EQ(read->series.size(), 1u);
  EXPECT_EQ(read->series[0].label("a"), "c");
}

TEST(PrometheusApi, KeepsWarningsOfAnAnswerThatIsThere) {
  const auto read = read_queried_samples(
      R"({"status":"success","warnings":["half of it"],"infos":["x"],"data":{"resultType":"vector","result":[]}})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->warnings, std::vector<std::string>{"half of it"});
}

TEST(PrometheusApi, TellsWhatTheServerSaysWentWrong) {
  const auto error_of = [](std::string_view type) {
    const auto read = read_queried_samples(
        fmt::format(R"({{"status":"error","errorType":"{}","error":"too \"much\""}})", type));
    EXPECT_FALSE(read);
    return read.error();
  };
  EXPECT_EQ(error_of("bad_data").code(), Code::bad_usage);
  EXPECT_EQ(error_of("bad_data").what(), "the server says: too \"much\" (bad_data)");
  EXPECT_EQ(error_of("422").code(), Code::bad_usage);
  EXPECT_EQ(error_of("timeout").code(), Code::timeout);
  EXPECT_EQ(error_of("unavailable").code(), Code::overloaded);
  EXPECT_EQ(error_of("execution").code(), Code::backend_broken);
}

TEST(PrometheusApi, RefusesWhatIsNoSuchAnswer) {
  for (const char* body :
       {"", "<html>", "[]", "{}", "{\"status\":\"success\"", R"({"status":"success"} x)", R"({"status":7})",
        R"({"status":"success","data":{"resultType":"matrix","result":[{"values":[[1]]}]}})",
        R"({"status":"success","data":{"resultType":"matrix","result":[{"values":[["1","2"]]}]}})",
        R"({"status":"success","data":{"resultType":"matrix","result":[{"values":[[1,2]]}]}})",
        R"({"status":"success","data":{"resultType":"streams","result":[]}})"}) {
    const auto read = read_queried_samples(body);
    ASSERT_FALSE(read) << body;
    EXPECT_EQ(read.error().code(), Code::backend_broken) << body;
  }
}

TEST(PrometheusApi, ReadsTheValuesOfALabel) {
  EXPECT_EQ(read_label_values(with_data(R"(["up","vllm:num_requests_running"])")).value(),
            (std::vector<std::string>{"up", "vllm:num_requests_running"}));
  EXPECT_TRUE(read_label_values(with_data("null")).value().empty());
  EXPECT_FALSE(read_label_values(with_data("[1]")));
}

}  // namespace foreshock::wire::prometheus_api_test
