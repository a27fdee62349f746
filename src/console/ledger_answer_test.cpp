#include "console/console_test.h"

namespace foreshock::console::ledger_answer_test {

TEST_F(ConsoleTest, TellsWhoUsedHowManyTokens) {
  Observation one;
  one.id.number = 1;
  one.stamps.end = clock_.now();
  one.key = "ann";
  one.model = "m";
  one.endpoint = "/v1/messages";
  one.status = 200;
  one.sends = 2;
  one.tokens = {.prompt = 10, .output = 3, .estimated = true};
  store_->take(one);
  store_->flush();
  EXPECT_EQ(get_json("/api/v1/ledger"), nlohmann::json::parse(R"({"lost": 0, "days": [
    {"day": "2027-01-15", "key": "ann", "model": null, "attempts": 1, "answered": 0, "prompt_tokens": 0,
     "cached_tokens": 0, "output_tokens": 0, "reasoning_tokens": 0, "estimated": 0},
    {"day": "2027-01-15", "key": "ann", "model": "m", "attempts": 1, "answered": 1, "prompt_tokens": 10,
     "cached_tokens": 0, "output_tokens": 3, "reasoning_tokens": 0, "estimated": 1}]})"));
  EXPECT_TRUE(get_json("/api/v1/ledger?key=bob").at("days").empty());
  EXPECT_TRUE(get_json("/api/v1/ledger?to=1700000000&from=1600000000").at("days").empty());
  EXPECT_EQ(refusal("/api/v1/ledger?keys=ann"), "there is no parameter 'keys'. Did you mean 'key'?");
}

}  // namespace foreshock::console::ledger_answer_test
