#include "cli/analysis.h"

#include <future>

#include <gtest/gtest.h>

#include "mitigate/lease_board.h"
#include "mitigate/pending_actions.h"
#include "signals/signal.h"
#include "testkit/temporary_folder.h"
#include "wire/noun_json.h"

namespace foreshock::cli::analysis_test {

using namespace std::chrono_literals;

class NoAudit final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

class AnalysisTest : public ::testing::Test {
 protected:
  AnalysisTest() {
    store::StoreOptions options;
    options.data_dir = folder_.path().string();
    store_ = store::Store::open(options, clock_, signals::signal_specs()).value();
  }

  AnalysisHouse house() {
    return {clock_, *store_, board_, pending_, std::make_shared<SignalCatalog>(signals::signal_specs())};
  }

  static Event event(std::string about) {
    Event event;
    event.at = start;
    event.about = std::move(about);
    event.posted = true;
    return event;
  }
  std::vector<Event> kept_events() const {
    std::vector<Event> events;
    for (const auto& noun : store_->nouns(Noun::event, Instant{}, Instant::max(), 100))
      events.push_back(wire::read_event(noun.body).value());
    return events;
  }
  // The end of the test is its limit of time.
  template <class Condition>
  static void wait_until(const Condition& condition) {
    while (!condition()) std::this_thread::yield();
  }

  static constexpr Instant start{1'800'000'000s};
  testkit::TemporaryFolder folder_;
  VirtualClock clock_{start};
  std::unique_ptr<store::Store> store_;
  NoAudit audit_;
  mitigate::LeaseBoard board_{audit_};
  std::shared_ptr<mitigate::PendingActions> pending_ =
      std::make_shared<mitigate::PendingActions>(board_, audit_);
  AnalysisOptions options_;
};

TEST_F(AnalysisTest, KeepsEventsThatItIsTold) {
  Analysis analysis(options_, {}, house());
  analysis.take(event("a release"));
  wait_until([&] { return !kept_events().empty(); });
  EXPECT_EQ(kept_events().at(0).about, "a release");
  EXPECT_EQ(kept_events().at(0).id.number, 1u);
}

TEST_F(AnalysisTest, GoesOnWithTheNumbersOfTheStore) {
  store_->keep_noun({{Noun::verdict, 41}, start, "{}"});
  Analysis analysis(options_, {}, house());
  analysis.take(event("a release"));
  wait_until([&] { return !kept_events().empty(); });
  EXPECT_EQ(kept_events().at(0).id.number, 42u);
}

TEST_F(AnalysisTest, BeginsAfreshWhenTheLoopThrows) {
  std::atomic<bool> throws{true};
  Analysis analysis(options_, {}, house(), {.teach = {}, .before_look = [&throws] {
                                              if (throws.exchange(false))
                                                throw std::runtime_error("by the test");
                                            }});
  wait_until([&] { return analysis.threw() == 1; });
  analysis.take(event("after it"));
  wait_until([&] { return !kept_events().empty(); });
  EXPECT_EQ(kept_events().at(0).about, "after it");
  EXPECT_EQ(analysis.hung(), 0u);
}

TEST_F(AnalysisTest, StartsOverWhenAsked) {
  std::atomic<int> taught{0};
  const Teach teach = [&taught](flow::Loop&, Instant, const std::function<bool()>&) { ++taught; };
  Analysis analysis(options_, {}, house(), {.teach = teach, .before_look = {}});
  wait_until([&] { return analysis.ready(); });
  analysis.start_over();
  EXPECT_FALSE(analysis.ready() && taught == 1);
  wait_until([&] { return analysis.ready(); });
  EXPECT_EQ(taught, 2);
  EXPECT_EQ(analysis.threw() + analysis.hung(), 0u);
}

// The first loop hangs until the service is gone, and then finds every gate closed.
TEST_F(AnalysisTest, LeavesALoopThatHangsAlone) {
  options_.hangs_after = 300ms;
  std::promise<void> woken;
  auto asleep = std::make_shared<std::promise<void>>();
  std::shared_future<void> wake = woken.get_future().share();
  std::atomic<bool> hangs{true};
  std::future<void> hung = asleep->get_future();
  {
    Analysis analysis(options_, {}, house(),
                      {.teach = {}, .before_look = [&hangs, wake, asleep] {
                         if (!wake.valid() || wake.wait_for(0s) == std::future_status::ready) return;
                         if (!hangs.exchange(false)) return;
                         asleep->set_value();
                         wake.wait();
                       }});
    hung.wait();
    wait_until([&] { return analysis.hung() >= 1; });
    wait_until([&] {
      analysis.take(event("after it"));
      return !kept_events().empty();
    });
  }
  store_.reset();
  woken.set_value();
}

TEST_F(AnalysisTest, DropsAndCountsWhatALoopHasNoRoomFor) {
  options_.queue = 100;
  std::promise<void> wake;
  std::promise<void> asleep;
  std::atomic<bool> first{true};
  auto waits = wake.get_future().share();
  Analysis analysis(options_, {}, house(), {.teach = {}, .before_look = [&first, &asleep, waits] {
                                              if (!first.exchange(false)) return;
                                              asleep.set_value();
                                              waits.wait();
                                            }});
  asleep.get_future().wait();
  for (int i = 0; i < 107; ++i) analysis.take(event("one of many"));
  EXPECT_EQ(analysis.dropped(), 7u);
  wake.set_value();
  wait_until([&] { return kept_events().size() == 100; });
}

TEST_F(AnalysisTest, KeepsNothingOfWhatALoopLearnsFrom) {
  std::atomic<bool> taught{false};
  const Teach teach = [&taught](flow::Loop& loop, Instant now, const std::function<bool()>& go_on) {
    EXPECT_TRUE(go_on());
    EXPECT_EQ(now, start);
    loop.take(event("of the past"));
    taught = true;
  };
  Analysis analysis(options_, {}, house(), {.teach = teach, .before_look = {}});
  analysis.take(event("of the present"));
  wait_until([&] { return !kept_events().empty(); });
  EXPECT_TRUE(taught);
  EXPECT_TRUE(analysis.ready());
  EXPECT_EQ(kept_events().size(), 1u);
  EXPECT_EQ(kept_events().at(0).about, "of the present");
}

}  // namespace foreshock::cli::analysis_test
