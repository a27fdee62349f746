#include "cli/observation_flow.h"

#include <gtest/gtest.h>

#include "mitigate/pending_actions.h"
#include "signals/signal.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli::observation_flow_test {

using namespace std::chrono_literals;

constexpr Instant start{1'800'000'000s};

class NoAudit final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

class ObservationFlowTest : public ::testing::Test {
 protected:
  std::unique_ptr<store::Store> open_store() {
    store::StoreOptions options;
    options.data_dir = folder_.path().string();
    return store::Store::open(options, clock_, signals::signal_specs()).value();
  }
  Start start_of(uint64_t number) { return store_->observation({Noun::observation, number})->start; }

  testkit::TemporaryFolder folder_;
  VirtualClock clock_{start};
  std::unique_ptr<store::Store> store_ = open_store();
  NoAudit audit_;
  mitigate::LeaseBoard board_{audit_};
  Analysis analysis_{{},
                     {},
                     {clock_, *store_, board_, std::make_shared<mitigate::PendingActions>(board_, audit_),
                      std::make_shared<SignalCatalog>(signals::signal_specs())}};
  telemetry::Metrics metrics_{telemetry::MetricsSources{"1", clock_, *store_, [] { return uint64_t{0}; }}};
  ObservationFlow flow_{*store_, analysis_, metrics_, signals::StratumPairs::usual()};
};

TEST_F(ObservationFlowTest, TellsTheStartByTheAgeOfTheReplica) {
  Observation observation;
  observation.stamps.accepted = observation.stamps.end = start;
  observation.replica = "a";
  observation.id.number = 1;
  flow_.take(observation);
  const Sample age{{"uptime", {"replica", "a"}}, start, 4, 1};
  flow_.take(std::span(&age, 1));
  observation.id.number = 2;
  flow_.take(observation);
  observation.id.number = 3;
  observation.start = Start::warm;
  flow_.take(observation);
  EXPECT_EQ(start_of(1), Start::unknown);
  EXPECT_EQ(start_of(2), Start::cold);
  EXPECT_EQ(start_of(3), Start::warm) << "as it was told";
}

TEST_F(ObservationFlowTest, TellsWhoWokeAReplicaAndWhatWindowItHas) {
  const std::vector<Sample> told = {{{"asleep", {"replica", "a"}}, start, 1, 1},
                                    {{"context_window", {"replica", "a"}}, start, 256, 1}};
  flow_.take(told);
  Observation observation;
  observation.stamps.accepted = observation.stamps.end = start + 1s;
  observation.replica = "a";
  observation.id.number = 1;
  observation.tokens.prompt = 56;
  observation.tokens.output = 201;
  flow_.take(observation);
  EXPECT_EQ(start_of(1), Start::cold);
  const auto lost = store_->read({"context_lost", {"replica", "a"}}, 1s, start, start + 10s);
  ASSERT_EQ(lost.buckets.size(), 1U);
  EXPECT_EQ(lost.buckets[0].sum, 1);
}

TEST_F(ObservationFlowTest, KnowsTheVersionOfAReplica) {
  Observation observation;
  observation.replica = "a";
  observation.version = "7";
  flow_.take(observation);
  EXPECT_EQ(flow_.version_of("a"), "7");
  EXPECT_EQ(flow_.version_of("b"), "");
}

}  // namespace foreshock::cli::observation_flow_test
