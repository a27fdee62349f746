#include "collect/identity.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "testkit/corpus.h"

namespace foreshock::collect::identity_test {

using namespace std::string_literals;

std::string models_of(std::string_view owner) {
  return R"({"object":"list","data":[{"id":"m","owned_by":")"s.append(owner).append("\"}]}");
}

TEST(Identity, AnEngineIsKnownByWhoOwnsItsModels) {
  for (const char* name : {"vllm", "sglang", "lmdeploy"})
    EXPECT_EQ(identify({{"/v1/models", models_of(name)}}, "").engine, name);
  EXPECT_EQ(identify({{"/v1/models", models_of("llamacpp")}}, "").engine, "llama_cpp");
  EXPECT_EQ(identify({{"/v1/models", models_of("tensorrt_llm")}}, "").engine, "trtllm");
  EXPECT_EQ(identify({{"/v1/models", models_of("foreshock")}}, "").engine, "simulated");
}

TEST(Identity, OrByPagesThatNoOtherHas) {
  EXPECT_EQ(identify({{"/info", R"({"router":"text-generation-router","version":"3.3.7"})"}}, ""),
            (EngineIdentity{"tgi", "3.3.7", ""}));
  EXPECT_EQ(identify({{"/api/version", R"({"version":"0.12.1"})"}, {"/v1/models", models_of("library")}}, ""),
            (EngineIdentity{"ollama", "0.12.1", "m"}));
  EXPECT_EQ(identify({{"/v2", R"({"name":"triton","version":"2.58.0"})"}}, ""),
            (EngineIdentity{"triton", "2.58.0", ""}));
}

TEST(Identity, OrByTheNamesOfItsMetrics) {
  EXPECT_EQ(identify({{"/metrics", "sglang:num_running_reqs 1\n"}}, "").engine, "sglang");
  EXPECT_EQ(identify({{"/metrics", "process_open_fds 1\n"}}, "").engine, "") << "any process has these";
}

TEST(Identity, WhatNoPageTellsIsEmpty) {
  EXPECT_EQ(identify({}, ""), EngineIdentity{});
  EXPECT_EQ(identify({{"/v1/models", "<html>"}, {"/version", "[]"}}, ""), EngineIdentity{});
  EXPECT_EQ(identify({{"/v1/models", models_of("somebody")}}, ""), (EngineIdentity{"", "", "m"}));
}

TEST(Identity, OneThatIsKnownIsAskedForItsVersionAlone) {
  EXPECT_EQ(pages_to_identify("vllm"), (std::vector<std::string_view>{"/v1/models", "/version"}));
  EXPECT_EQ(identify({{"/version", R"({"version":"0.11.0"})"}}, "vllm"),
            (EngineIdentity{"vllm", "0.11.0", ""}));
  EXPECT_EQ(pages_to_identify("").back(), "/metrics");
}

TEST(Identity, TellsTheRealServerOfLlamaCpp) {
  FORESHOCK_NEEDS_CORPUS();
  const auto recorded = [](const char* file) {
    std::ifstream in(testkit::corpus_folder() / "llama-server" / file);
    return (std::stringstream() << in.rdbuf()).str();
  };
  EXPECT_EQ(
      identify({{"/v1/models", recorded("spec_models.json")}, {"/props", recorded("spec_props.json")}}, ""),
      (EngineIdentity{"llama_cpp", "b1-80fb11a", "stories260k"}));
}

}  // namespace foreshock::collect::identity_test
