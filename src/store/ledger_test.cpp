#include "store/ledger.h"

#include <algorithm>
#include <map>
#include <random>

#include <fmt/format.h>

#include "store/store_test.h"

namespace foreshock::store::ledger_test {

using namespace std::chrono_literals;

Observation asked(uint64_t number, std::string key, std::string model, Instant end) {
  Observation observation = numbered(number, end);
  observation.key = std::move(key);
  observation.model = std::move(model);
  observation.endpoint = "/v1/chat/completions";
  observation.status = 200;
  observation.sends = 1;
  observation.stamps.sent = end;
  observation.tokens = {.prompt = 100, .cached = 60, .output = 20, .reasoning = 5};
  return observation;
}

class LedgerTest : public StoreTest {
 protected:
  static std::map<std::string, LedgerCounts> totals(const Store& store, Instant from, Instant to,
                                                    std::string_view key = "") {
    std::map<std::string, LedgerCounts> out;
    const auto days = store.ledger(from, to, key).value();
    for (const LedgerTotal& total : days)
      out[fmt::format("{} {} {}", total.day, total.key, total.model)] = total.counts;
    return out;
  }
  static std::map<std::string, LedgerCounts> all(const Store& store) {
    return totals(store, Instant{}, Instant{24h * 40'000});
  }
};

TEST_F(LedgerTest, TellsWhoUsedWhatOnADay) {
  const auto store = open();
  const Instant noon{24h * 20'000 + 12h};
  store->take(asked(1, "ann", "m", noon));
  store->take(asked(2, "ann", "m", noon));
  store->take(asked(3, "bob", "m", noon + 24h));
  EXPECT_TRUE(all(*store).empty()) << "as of the last flush";
  store->flush();
  EXPECT_EQ(all(*store), (std::map<std::string, LedgerCounts>{{"20000 ann m", {2, 2, 200, 120, 40, 10, 0}},
                                                              {"20001 bob m", {1, 1, 100, 60, 20, 5, 0}}}));
  EXPECT_EQ(totals(*store, noon, noon + 1s).size(), 1U);
  EXPECT_EQ(totals(*store, noon, noon + 24h, "bob").size(), 1U);
}

TEST_F(LedgerTest, ARetriedAttemptIsARowOfItsOwnAndOnlyAnAnswerIsBilled) {
  Observation retried = asked(1, "ann", "m", Instant{1s});
  retried.sends = 3;
  const auto entries = ledger_entries_of(retried);
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].counts, (LedgerCounts{1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(entries[2].attempt, 3);
  EXPECT_EQ(entries[2].counts, (LedgerCounts{1, 1, 100, 60, 20, 5, 0}));
  Observation refused = asked(2, "ann", "m", Instant{1s});
  refused.status = 429;
  EXPECT_EQ(ledger_entries_of(refused).at(0).counts.answered, 0);
  Observation failed = asked(3, "ann", "m", Instant{1s});
  failed.status_is_ours = true;
  EXPECT_EQ(ledger_entries_of(failed).at(0).counts.prompt, 0);
  Observation shed = asked(4, "ann", "m", Instant{1s});
  shed.sends = 0;
  shed.stamps.sent.reset();
  EXPECT_TRUE(ledger_entries_of(shed).empty());
  Observation other = asked(5, "ann", "", Instant{1s});
  other.endpoint = "other";
  EXPECT_TRUE(ledger_entries_of(other).empty()) << "a path that no model answers";
}

TEST_F(LedgerTest, OfAStreamThatBrokeWhatCameCounts) {
  Observation broken = asked(1, "ann", "m", Instant{1s});
  broken.state = TerminalState::truncated;
  broken.tokens = {.output = 7, .estimated = true};
  EXPECT_EQ(ledger_entries_of(broken).at(0).counts, (LedgerCounts{1, 1, 0, 0, 7, 0, 1}));
}

// Whatever the order, however often each comes, over flushes and restarts: the totals are the sums.
TEST_F(LedgerTest, TotalsAreTheSumsWhateverTheOrderAndRepetition) {
  std::mt19937 random(7);
  for (int round = 0; round < 5; ++round) {
    options_.data_dir.clear();
    const testkit::TemporaryFolder folder;
    StoreOptions options = options_;
    options.data_dir = folder.path().string();
    std::vector<Observation> observations;
    std::map<std::string, LedgerCounts> sums;
    for (uint64_t number = 1; number <= 300; ++number) {
      const auto pick = [&](int64_t below) {
        return static_cast<int64_t>(random() % static_cast<unsigned>(below));
      };
      Observation one = asked(number, fmt::format("key{}", pick(3)), fmt::format("m{}", pick(3)),
                              Instant{24h * (20'000 + pick(3)) + 1h});
      one.sends = pick(4);
      if (one.sends == 0) one.stamps.sent.reset();
      one.status = pick(4) == 0 ? 503 : 200;
      one.tokens = {.prompt = pick(1000),
                    .cached = pick(9),
                    .output = pick(500),
                    .reasoning = pick(7),
                    .estimated = pick(2) == 0};
      for (const LedgerEntry& entry : ledger_entries_of(one)) {
        LedgerCounts& sum =
            sums[fmt::format("{} {} {}", entry.at.time_since_epoch() / 24h, entry.key, entry.model)];
        sum.attempts += entry.counts.attempts;
        sum.answered += entry.counts.answered;
        sum.prompt += entry.counts.prompt;
        sum.cached += entry.counts.cached;
        sum.output += entry.counts.output;
        sum.reasoning += entry.counts.reasoning;
        sum.estimated += entry.counts.estimated;
      }
      for (int64_t times = 1 + pick(3); times > 0; --times) observations.push_back(one);
    }
    std::shuffle(observations.begin(), observations.end(), random);
    auto store = Store::open(options, clock_, test_signals).value();
    for (const Observation& one : observations) {
      store->take(one);
      if (random() % 50 == 0) store->flush();
      if (random() % 200 == 0) {
        store.reset();
        store = Store::open(options, clock_, test_signals).value();
      }
    }
    store->flush();
    EXPECT_EQ(all(*store), sums);
    EXPECT_EQ(store->statistics().ledger_lost, 0U);
  }
}

TEST_F(LedgerTest, IsBoundedAndAnOldRequestIsNeverCountedTwice) {
  const auto store = open();
  const Instant now{24h * 20'000};
  store->take(asked(1, "ann", "m", now));
  store->flush();
  store->take(asked(Ledger::requests_known + 2, "ann", "m", now));
  store->flush();
  store->take(asked(1, "ann", "m", now));
  store->flush();
  EXPECT_EQ(all(*store).at("20000 ann m").answered, 2);
  EXPECT_EQ(store->statistics().ledger_lost, 1U);
  EXPECT_EQ(store->next_observation_number(), Ledger::requests_known + 3U);
  for (uint64_t i = 0; i < 2 * Ledger::models_a_key; ++i)
    store->take(asked(Ledger::requests_known + 3 + i, "bob", fmt::format("m{}", i), now));
  store->flush();
  EXPECT_EQ(totals(*store, now, now + 1s, "bob").size(), Ledger::models_a_key + 1U);
  EXPECT_EQ(all(*store).at("20000 bob other").answered, Ledger::models_a_key);
}

TEST_F(LedgerTest, DaysAreForgottenAfter400) {
  const auto store = open();
  store->take(asked(1, "ann", "m", clock_.now()));
  store->flush();
  clock_.advance(24h * 402);
  store->take(asked(2, "ann", "m", clock_.now()));
  store->flush();
  EXPECT_EQ(all(*store).size(), 1U);
}

}  // namespace foreshock::store::ledger_test
