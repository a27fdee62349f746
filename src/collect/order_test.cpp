#include "collect/order.h"

#include <gtest/gtest.h>

namespace foreshock::collect::order_test {

using Values = std::vector<std::pair<std::string, std::string>>;

Result<EngineCall> call(std::string_view engine, std::string_view act, Values values = {}) {
  EngineOrder order;
  order.replica = "a";
  order.act = act;
  order.values = std::move(values);
  return call_for(order, {std::string(engine), "", ""});
}

TEST(Order, BecomesTheCallOfThatEngine) {
  const auto save = call("llama_cpp", "slot_save", {{"slot", "2"}, {"file", "chat \"a\".bin"}}).value();
  EXPECT_EQ(save.method, "POST");
  EXPECT_EQ(save.target, "/slots/2?action=save");
  EXPECT_EQ(save.body, R"({"filename":"chat \"a\".bin"})");
  EXPECT_EQ(call("vllm", "prefix_cache_reset")->target, "/reset_prefix_cache");
  EXPECT_EQ(call("sglang", "prefix_cache_reset")->target, "/flush_cache");
}

TEST(Order, WhatIsNotGivenIsAsUsual) {
  EXPECT_EQ(call("vllm", "sleep")->target, "/sleep?level=1");
  EXPECT_EQ(call("vllm", "sleep", {{"level", "2"}})->target, "/sleep?level=2");
}

TEST(Order, NumbersAndTextsStandAsJsonHasThem) {
  EXPECT_EQ(call("llama_cpp", "lora_scale", {{"id", "0"}, {"scale", "0.5"}})->body,
            R"([{"id":0,"scale":0.5}])");
  EXPECT_EQ(call("ollama", "model_unload", {{"model", "llama3"}})->body,
            R"({"model":"llama3","keep_alive":0,"stream":false})");
}

TEST(Order, AValueStaysInItsPlace) {
  EXPECT_EQ(call("triton", "model_load", {{"model", "../x?y=1#z"}})->target,
            "/v2/repository/models/..%2Fx%3Fy%3D1%23z/load");
  EXPECT_EQ(call("vllm", "pause", {{"mode", "wait&tags=x"}})->target, "/pause?mode=wait%26tags%3Dx");
  EXPECT_EQ(call("sglang", "lora_load", {{"name", "{path}"}, {"path", "{name}"}})->body,
            R"({"lora_name":"{path}","lora_path":"{name}"})");
}

std::string why(std::string_view engine, std::string_view act, Values values = {}) {
  const auto refused = call(engine, act, std::move(values));
  EXPECT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Code::bad_request);
  return std::string(refused.error().what()).append(" ").append(refused.error().hint());
}

TEST(Order, WhatAnEngineDoesNotDoIsRefusedWithWhatItDoes) {
  EXPECT_EQ(why("simulated", "sleep"), "simulated does not do 'sleep' It does prefix_cache_reset.");
  EXPECT_EQ(why("tgi", "sleep"), "tgi does not do 'sleep' It offers nothing to operators.");
  EXPECT_EQ(why("", "sleep"),
            "it is not known which engine 'a' is Write its kind in the configuration, as kind: vllm.");
}

TEST(Order, ValuesAreChecked) {
  EXPECT_EQ(why("llama_cpp", "slot_erase").substr(0, 23), "slot_erase needs 'slot'");
  EXPECT_TRUE(why("llama_cpp", "slot_erase", {{"slot", "-1"}})
                  .starts_with("slot: expected a whole number from 0 on, found '-1'"));
  EXPECT_TRUE(why("llama_cpp", "lora_scale", {{"id", "0"}, {"scale", "nan"}}).starts_with("scale: expected"));
  EXPECT_EQ(why("vllm", "wake", {{"level", "1"}}), "wake takes no 'level' It takes nothing.");
}

TEST(Order, TheAnswerTellsWhatItDid) {
  const auto save = call("llama_cpp", "slot_save", {{"slot", "0"}, {"file", "s0.bin"}}).value();
  EXPECT_EQ(
      facts_in(
          R"({"id_slot":0,"filename":"s0.bin","n_saved":215,"n_written":141216,"timings":{"save_ms":0.285}})",
          *save.row),
      "tokens 215, bytes 141216, ms 0.285");
  EXPECT_EQ(facts_in(R"({"n_saved":215})", *save.row), "tokens 215");
  EXPECT_EQ(facts_in("OK", *save.row), "");
}

}  // namespace foreshock::collect::order_test
