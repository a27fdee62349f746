#include <fmt/format.h>

#include "console/console_test.h"

namespace foreshock::console::heatmap_answer_test {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr int64_t start = 1'800'000'000;

class HeatMapAnswerTest : public ConsoleTest {
 protected:
  HeatMapAnswerTest() {
    for (const double value : {0.2, 0.9, 3.0, 30.0}) take("ttft", value, {"code_language", "python"});
    for (const double value : {0.0, 8.0}) take("ttft", value, {"code_language", "go"});
    take("ttft", 1, {"model", "qwen3"});
    take("error_rate", 1, {"code_language", "rust"});
    clock_.advance(20s);
    take("ttft", 2, {"code_language", "python"});
    clock_.advance(20s);
  }

  json map(const std::string& rest) const {
    return get_json("/api/v1/heatmap?signal=ttft&dimension=code_language" + rest);
  }
  std::string refused(const std::string& query) const { return refusal("/api/v1/heatmap?" + query); }
};

TEST_F(HeatMapAnswerTest, CountsTheValuesOfEachRowBand) {
  EXPECT_EQ(map("&bounds=1,5,15"),
            json::parse(R"({"signal": "ttft", "unit": "s", "dimension": "code_language",
    "bounds": [1.0, 5.0, 15.0], "step": 10, "rows": [
      {"value": "go", "counts": [1.0, 0.0, 1.0, 0.0]}, {"value": "python", "counts": [2.0, 2.0, 0.0, 1.0]}]})"));
  EXPECT_EQ(map("&bounds=100").at("rows").at(1).at("counts"), json({5.0, 0.0}));
}

TEST_F(HeatMapAnswerTest, CountsOnlyTheTimesAsked) {
  const std::string early = fmt::format("&bounds=1&from={}&to={}", start, start + 20);
  EXPECT_EQ(map(early).at("rows").at(1).at("counts"), json({2.0, 2.0}));
  const json late = map(fmt::format("&bounds=1&from={}&to={}", start + 29, start + 40));
  EXPECT_EQ(late.at("rows"), json::parse(R"([{"value": "python", "counts": [0.0, 1.0]}])"))
      << "from the bucket in which from lies; a row without a value is left out";
}

TEST_F(HeatMapAnswerTest, ReadsHoursWhereTensOfSecondsWouldBeTooMany) {
  const auto step = [&](int64_t span) {
    return map(fmt::format("&bounds=1&from={}&to={}", start - span, start)).at("step");
  };
  EXPECT_EQ(step(6 * 3600), 10);
  EXPECT_EQ(step(6 * 3600 + 1), 3600);
}

TEST_F(HeatMapAnswerTest, RefusesBadValuesByName) {
  const std::string map = "signal=ttft&dimension=code_language&bounds=";
  EXPECT_EQ(refused("dimension=model&bounds=1"), "signal is missing");
  EXPECT_EQ(refused("signal=tfft&dimension=model&bounds=1"),
            "signal: there is no 'tfft'. Did you mean 'ttft'?");
  EXPECT_EQ(refused("signal=error_rate&dimension=model&bounds=1"), "signal: 'error_rate' is no distribution");
  EXPECT_EQ(refused("signal=ttft&bounds=1"), "dimension is missing");
  EXPECT_EQ(refused("signal=ttft&dimension=modle&bounds=1"),
            "dimension: there is no dimension 'modle'. Did you mean 'model'?");
  EXPECT_EQ(refused("signal=ttft&dimension=model"), "bounds is missing");
  EXPECT_EQ(refused(map + "1,x"), "bounds must be a number from 0 to 1000000000, found 'x'");
  EXPECT_EQ(refused(map + "1,1"), "bounds must be at most 20 numbers, each above the one before");
  EXPECT_EQ(refused(map + "1&from=9&to=9"), "from must be before to, found from 9 and to 9");
}

TEST_F(HeatMapAnswerTest, RefusesADimensionWithTooManyValues) {
  for (int i = 0; i < 201; ++i) take("ttft", 1, {"key", fmt::to_string(i)});
  EXPECT_EQ(refused("signal=ttft&dimension=key&bounds=1"),
            "dimension: 'key' has 201 values, at most 200 are shown");
}

}  // namespace foreshock::console::heatmap_answer_test
