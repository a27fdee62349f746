// A replica that is told to get no new requests.
#include <thread>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::drain_dial_test {

struct NoAudit final : AuditLog {
  void append(std::string_view) override {}
};

class DrainDial : public ::testing::Test {
 protected:
  // Which of the two answers.
  std::string asked() { return bed_.ask(chat, chat_request).body; }
  void drain(const std::string& replica) {
    DialSetting setting;
    setting.dial = "drain";
    setting.scope = {"replica", replica};
    setting.value = 1;
    setting.until = bed_.clock.now() + std::chrono::hours(1);
    ASSERT_TRUE(board_.set(setting, {"anna", false, {}}, bed_.clock.now()));
  }
  // Whether so many in a row come from NAME, sooner or later.
  bool comes_to(const std::string& name) {
    for (int turns = 0, in_a_row = 0; turns < 100'000; ++turns) {
      in_a_row = asked() == name ? in_a_row + 1 : 0;
      if (in_a_row == 20) return true;
    }
    return false;
  }

  NoAudit audit_;
  mitigate::LeaseBoard board_{audit_};
  testkit::LoopbackServer first_{answers(answer("application/json", R"({"n":0})"))};
  testkit::LoopbackServer second_{answers(answer("application/json", R"({"n":1})"))};
  TestBed bed_{{first_.url(), second_.url()}, {}, "auto", &board_};
};

TEST_F(DrainDial, GivesItsRequestsToTheOther) {
  drain("b0");
  EXPECT_TRUE(comes_to(R"({"n":1})"));
  ASSERT_TRUE(board_.undo("drain", std::nullopt, {"anna", false, {}}, bed_.clock.now()));
  while (asked() != R"({"n":0})") std::this_thread::yield();
}

TEST_F(DrainDial, IsSetForOneReplicaAlone) {
  DialSetting setting;
  setting.dial = "drain";
  setting.value = 1;
  setting.until = bed_.clock.now() + std::chrono::hours(1);
  for (const Stratum& scope : {Stratum{}, Stratum{"model", "m"}}) {
    setting.scope = scope;
    EXPECT_EQ(board_.set(setting, {"anna", false, {}}, bed_.clock.now()).error().what(),
              "drain is set for one replica");
  }
}

TEST_F(DrainDial, EndsWithItsLease) {
  drain("b1");
  EXPECT_TRUE(comes_to(R"({"n":0})"));
  bed_.clock.advance(std::chrono::hours(2));
  while (asked() != R"({"n":1})") std::this_thread::yield();
}

TEST_F(DrainDial, IsNoOutageWhereAllAre) {
  drain("b0");
  ASSERT_TRUE(comes_to(R"({"n":1})"));
  drain("b1");
  for (std::string got; got != R"({"n":0})"; std::this_thread::yield()) {
    got = asked();
    ASSERT_TRUE(got.starts_with("{\"n\"")) << "until both are drained, and then";
  }
}

}  // namespace foreshock::gateway::drain_dial_test
