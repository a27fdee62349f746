#include "gateway/operator_paths.h"

#include "gateway/gateway_test_bed.h"
#include "wire/key_hash.h"

namespace foreshock::gateway::operator_paths_test {

TEST(OperatorPaths, AreToldFromThoseOfUsers) {
  for (const char* path : {"/sleep?level=1", "/reset_prefix_cache", "/base/wake_up/", "/slots/3?action=erase",
                           "/v1/load_lora_adapter", "/lora-adapters", "/v2/repository/models/m/unload",
                           "/dials", "/api/delete", "/props"})
    EXPECT_TRUE(is_for_operators("POST", path)) << path;
  for (const char* path : {"/v1/chat/completions", "/api/generate", "/api/chat", "/v1/models", "/metrics",
                           "/tokenize", "/v1/asleep", "/", "", "/v1/embeddings"})
    EXPECT_FALSE(is_for_operators("POST", path)) << path;
}

TEST(OperatorPaths, HoweverTheyAreWritten) {
  for (const char* path : {"/%73leep", "/sleep#x", "/v1/load%5Flora_adapter", "/sleep%2f", "/sleep/.",
                           "/sleep/%2e", "/sleep;a", "/%2Fsleep", "/sleep%00", "/sleep%20", "/SLEEP",
                           "/%2573leep", "/sleep\\", "/a/../sleep", "//sleep", "/sleep%3Flevel=1"})
    EXPECT_TRUE(is_for_operators("POST", path)) << path;
}

TEST(OperatorPaths, AreLookedAtOnlyWhereThatIsNoOrder) {
  for (const char* path : {"/props", "/lora-adapters", "/dials"}) {
    EXPECT_FALSE(is_for_operators("GET", path)) << path;
    EXPECT_TRUE(is_for_operators("PUT", path)) << path;
  }
  for (const char* path : {"/flush_cache", "/sleep", "/start_profile"})
    EXPECT_TRUE(is_for_operators("GET", path)) << path;
}

class OperatorPathsTest : public ::testing::Test {
 protected:
  static std::string status_of(TestBed& bed, std::string_view path, std::string_view fields = "") {
    return bed.ask(path, "{}", fields).head.substr(9, 3);
  }
  testkit::LoopbackServer backend_{answers(answer("application/json", "{}"))};
};

TEST_F(OperatorPathsTest, AreForNobodyWhereThereAreNoKeys) {
  TestBed bed(backend_.url());
  EXPECT_EQ(status_of(bed, "/sleep"), "403");
  EXPECT_EQ(status_of(bed, "/v1/chat/completions"), "200");
  auto looks = bed.connect();
  looks.send("GET /dials HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(looks.receive_message().head.starts_with("HTTP/1.1 200 ")) << "to look is no order";
}

TEST_F(OperatorPathsTest, NeedAScopeOfTheirOwn) {
  GatewayOptions options;
  for (const char* name : {"user", "operator"}) {
    KeyOptions key;
    key.name = name;
    key.hash = wire::hash_of_key(name);
    options.keys.push_back(key);
  }
  options.keys[1].scopes = Scopes::parse("operators").value();
  TestBed bed(backend_.url(), options);
  EXPECT_EQ(status_of(bed, "/sleep", "Authorization: Bearer user\r\n"), "403");
  EXPECT_EQ(status_of(bed, "/sleep", "Authorization: Bearer operator\r\n"), "200");
  EXPECT_EQ(status_of(bed, "/v1/chat/completions", "Authorization: Bearer operator\r\n"), "403");
}

}  // namespace foreshock::gateway::operator_paths_test
