#include "store/store_test.h"

#include <thread>

#include "store/sqlite.h"

namespace foreshock::store::store_test {

using namespace std::chrono_literals;

TEST_F(StoreTest, GivesBackWhatItTookAtBothGrains) {
  const auto store = open();
  take(*store, 0.25);
  clock_.advance(3s);
  take(*store, 0.75);
  const auto fine = read(*store, 1s);
  ASSERT_EQ(fine.size(), 2U);
  EXPECT_EQ(fine[1].start, clock_.now());
  EXPECT_EQ(fine[1].sum, 0.75);
  const auto coarse = store->read(ttft, 10s, clock_.now() - 1h, clock_.now() + 1s);
  EXPECT_EQ(coarse.key, ttft);
  EXPECT_EQ(coarse.grain, 10s);
  ASSERT_EQ(coarse.buckets.size(), 1U);
  EXPECT_EQ(coarse.buckets[0].sum, 1);
  EXPECT_NEAR(*coarse.buckets[0].sketch.quantile(1), 0.75, 0.0076);
  EXPECT_EQ(store->keys(), std::vector{ttft});
}

TEST_F(StoreTest, KeepsEverythingOverARestart) {
  {
    const auto store = open();
    take(*store, 0.25);
    store->take(numbered(7, clock_.now()));
  }
  clock_.advance(2s);
  const auto store = open();
  EXPECT_EQ(store->keys(), std::vector{ttft});
  take(*store, 0.75);
  const auto coarse = read(*store, 10s);
  ASSERT_EQ(coarse.size(), 1U);
  EXPECT_EQ(coarse[0].count, 2) << "disk and memory, joined";
  EXPECT_EQ(coarse[0].min, 0.25);
  EXPECT_EQ(store->newest(10, 1h).at(0).id.number, 7U);
  EXPECT_EQ(store->next_observation_number(), 8U);
}

TEST_F(StoreTest, KeepsNounsOverARestart) {
  const Identity id{Noun::verdict, 3};
  open()->keep_noun({id, clock_.now(), R"({"decision":"keep"})"});
  const auto store = open();
  EXPECT_EQ(store->noun(id)->body, R"({"decision":"keep"})");
  EXPECT_EQ(store->nouns(Noun::verdict, Instant{}, clock_.now() + 1s, 10).size(), 1U);
  EXPECT_EQ(store->next_noun_number(Noun::verdict), 4U);
}

TEST_F(StoreTest, GivesTheNewestObservationsOfATime) {
  const auto store = open();
  for (uint64_t number = 1; number <= 5; ++number) {
    store->take(numbered(number, clock_.now()));
    clock_.advance(1s);
  }
  EXPECT_EQ(store->newest(2, 1h).size(), 2U);
  EXPECT_EQ(store->newest(2, 1h)[0].id.number, 5U);
  EXPECT_EQ(store->newest(10, 2s).size(), 2U) << "those that ended 1 and 2 s ago";
  EXPECT_EQ(store->statistics().observations_kept, 5U);
}

TEST_F(StoreTest, FlushesByItself) {
  options_.flush_every = 1ms;
  const auto store = open();
  take(*store, 1);
  clock_.advance(1s);
  const auto given_up = std::chrono::steady_clock::now() + 10s;
  while (store->statistics().last_flush != clock_.now() && std::chrono::steady_clock::now() < given_up)
    std::this_thread::yield();
  auto file_now = Connection::open(file("store.db"), 1s).value();
  EXPECT_EQ(file_now.integer("SELECT count(*) FROM bucket").value(), 1);
}

// A reader sees every sample once at any moment: in memory, on its way, or on disk.
TEST_F(StoreTest, ManyMayTakeWhileOneReads) {
  options_.flush_every = 1ms;
  const auto store = open();
  constexpr int takers = 3, each = 3'000;
  std::vector<std::jthread> threads;
  for (int taker = 0; taker < takers; ++taker)
    threads.emplace_back([&, taker] {
      for (int i = 0; i < each; ++i) {
        take(*store, 1);
        store->take(numbered(static_cast<uint64_t>(taker * each + i + 1), clock_.now()));
      }
    });
  double seen = 0;
  while (seen < takers * each) {
    const auto buckets = read(*store, 10s);
    const double now = buckets.empty() ? 0 : buckets.at(0).count;
    ASSERT_GE(now, seen);
    ASSERT_LE(now, takers * each);
    seen = now;
    store->newest(10, 1h);
  }
  threads.clear();
  EXPECT_EQ(store->next_observation_number(), takers * each + 1U);
}

TEST_F(StoreTest, IsOneToADataFolder) {
  const auto store = open();
  EXPECT_EQ(refusal().code(), Code::bad_config);
  EXPECT_NE(refusal().what().find("in use by another Foreshock"), std::string::npos);
}

TEST_F(StoreTest, KeepsFailuresAndWhatIsReferredTo) {
  options_.observation_share = Ratio{0};
  {
    const auto store = open();
    for (uint64_t number = 1; number <= 150; ++number) store->take(numbered(number, clock_.now()));
    Observation failure = numbered(151, clock_.now());
    failure.state = TerminalState::truncated;
    store->take(failure);
    store->keep({Noun::observation, 60}, "finding-0000000000000001");
  }
  const auto store = open();
  for (uint64_t number = 152; number <= 260; ++number) store->take(numbered(number, clock_.now()));
  EXPECT_TRUE(store->observation({Noun::observation, 60}));
  EXPECT_TRUE(store->observation({Noun::observation, 151}));
  EXPECT_FALSE(store->observation({Noun::observation, 61})) << "the ring holds a hundred";
  EXPECT_TRUE(store->observation({Noun::observation, 200})) << "in the ring";
  EXPECT_EQ(store->kept_observations(clock_.now(), clock_.now() + 1s, 10).size(), 2U);
}

TEST_F(StoreTest, ALabelThatFellIntoOtherKeepsItsHistory) {
  options_.labels_per_dimension = 2;
  const auto store = open();
  const auto take_model = [&](const char* model) {
    const Sample sample{{"ttft", {"model", model}}, clock_.now(), 1, 1};
    store->take(std::span(&sample, 1));
  };
  take_model("a");
  take_model("b");
  clock_.advance(20min);
  take_model("b");
  for (int i = 0; i < 60; ++i) store->flush();
  take_model("c");
  take_model("a");
  const auto keys = store->keys();
  EXPECT_EQ(keys, (std::vector<SeriesKey>{
                      {"ttft", {"model", "b"}}, {"ttft", {"model", "c"}}, {"ttft", {"model", "other"}}}));
  const Instant to = clock_.now() + 1s;
  EXPECT_EQ(store->read({"ttft", {"model", "a"}}, 1min, to - 1h, to).buckets.size(), 1U);
  EXPECT_EQ(store->read({"ttft", {"model", "other"}}, 1min, to - 1h, to).buckets.size(), 1U);
}

TEST_F(StoreTest, ItsDefaultsAreWithinTheirRanges) {
  const StoreOptions defaults;
  for (const OptionRow& row : store_options()) {
    StoreOptions copy;
    EXPECT_TRUE(set_option(row, &copy, row.get(&defaults))) << row.name;
  }
}

}  // namespace foreshock::store::store_test
