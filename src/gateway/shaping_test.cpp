// What a dial changes in a request on its way to the backend, and what it leaves alone.
#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::shaping_test {

using testkit::Connection;

class NoAudit final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

class ShapingTest : public ::testing::Test {
 protected:
  void start(std::string kind) {
    bed_ = std::make_unique<TestBed>(std::vector{backend_.url()}, GatewayOptions{}, std::move(kind), &board_);
  }
  void set(std::optional<double> value, Stratum scope = {}) {
    DialSetting setting;
    setting.dial = "draft_length";
    setting.value = value;
    setting.scope = std::move(scope);
    setting.until = bed_->clock.now() + std::chrono::minutes(15);
    ASSERT_TRUE(board_.set(setting, {"anna", false, {}}, bed_->clock.now()));
  }
  // What the backend got for BODY; the decision is in decision_.
  std::string sent_on(std::string_view body, std::string_view path = chat) {
    const auto reply = bed_->ask(path, body);
    const size_t at = reply.head.find("x-foreshock-decision: ") + 22;
    decision_ = reply.head.substr(at, reply.head.find("\r\n", at) - at);
    const std::lock_guard lock(mutex_);
    return last_;
  }

  NoAudit audit_;
  mitigate::LeaseBoard board_{audit_};
  std::mutex mutex_;
  std::string last_, decision_;
  testkit::LoopbackServer backend_{[this](Connection& connection) {
    for (auto request = connection.receive_message(); request.whole; request = connection.receive_message()) {
      {
        const std::lock_guard lock(mutex_);
        last_ = request.body;
      }
      connection.send(answer("application/json", "{}"));
    }
  }};
  std::unique_ptr<TestBed> bed_;
};

constexpr std::string_view spaced =
    R"({ "model": "m",  "messages": [{"role":"user","content":"hi \u00e9"}] })";

TEST_F(ShapingTest, WithoutALeaseTheBytesAreTheClients) {
  start("llama_cpp");
  EXPECT_EQ(sent_on(spaced), spaced);
  EXPECT_EQ(decision_, "pass; route=b0");
}

TEST_F(ShapingTest, ALeaseAddsOneMemberAndSaysSo) {
  start("llama_cpp");
  set(2);
  EXPECT_EQ(
      sent_on(spaced),
      R"({ "model": "m",  "messages": [{"role":"user","content":"hi \u00e9"}] ,"speculative.n_max":2})");
  EXPECT_EQ(decision_, "shape; draft_length=2; route=b0");
  EXPECT_EQ(sent_on(R"({"speculative.n_max":9,"prompt":"x"})", "/v1/completions"),
            R"({"speculative.n_max":2,"prompt":"x"})");
  bed_->clock.advance(std::chrono::minutes(15));
  EXPECT_EQ(sent_on(spaced), spaced) << "the lease has ended";
  EXPECT_EQ(decision_, "pass; route=b0");
}

TEST_F(ShapingTest, OnlyWhereTheScopeHolds) {
  start("simulated");
  set(1, {"model", "other"});
  EXPECT_EQ(sent_on(spaced), spaced);
  set(3, {"replica", "b0"});
  sent_on(spaced);
  EXPECT_EQ(decision_, "shape; draft_length=3; route=b0");
}

TEST_F(ShapingTest, OnlyForEnginesAndDialectsThatTakeIt) {
  start("vllm");
  set(2);
  EXPECT_EQ(sent_on(spaced), spaced);
  start("llama_cpp");
  for (const char* path : {"/v1/embeddings", "/v1/messages", "/api/chat"}) {
    EXPECT_EQ(sent_on(spaced, path), spaced) << path;
    EXPECT_EQ(decision_, "pass; route=b0") << path;
  }
  const std::string deep = R"({"messages":[],"n":123456789012345678901234567890})";
  EXPECT_EQ(sent_on(deep), deep) << "what we cannot read we do not change";
}

TEST_F(ShapingTest, UndoIsFeltAtOnce) {
  start("llama_cpp");
  set(2);
  sent_on(spaced);
  board_.undo_all({"anna", false, {}}, bed_->clock.now());
  EXPECT_EQ(sent_on(spaced), spaced);
}

}  // namespace foreshock::gateway::shaping_test
