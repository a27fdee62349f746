#include "console/console_test.h"

namespace foreshock::console::strata_answer_test {

using nlohmann::json;

class StrataAnswerTest : public ConsoleTest {};

TEST_F(StrataAnswerTest, ListsEachDimensionWithItsValuesOnce) {
  take("ttft", 1);
  EXPECT_EQ(get_json("/api/v1/strata"), json::parse(R"({"dimensions": []})")) << "the total is no stratum";
  take("ttft", 1, {"model", "qwen3"});
  take("error_rate", 0, {"model", "qwen3"});
  take("error_rate", 1, {"model", "llama"});
  take("ttft", 1, {"replica+prompt", "a+1-4k"});
  EXPECT_EQ(get_json("/api/v1/strata"), json::parse(R"({"dimensions": [
    {"name": "model", "values": ["llama", "qwen3"]}, {"name": "replica+prompt", "values": ["a+1-4k"]}]})"));
  EXPECT_EQ(get_json("/api/v1/strata?signal=error_rate"),
            json::parse(R"({"dimensions": [{"name": "model", "values": ["llama", "qwen3"]}]})"));
  EXPECT_EQ(refusal("/api/v1/strata?signal=tfft"), "signal: there is no 'tfft'. Did you mean 'ttft'?");
}

}  // namespace foreshock::console::strata_answer_test
