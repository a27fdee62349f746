#pragma once
// A house of two replicas with a loop. For tests only.
#include <array>
#include <cmath>
#include <random>

#include <gmock/gmock.h>

#include "flow/loop.h"
#include "mitigate/lease_board.h"

namespace foreshock::flow {
namespace loop_test {

constexpr Instant monday{std::chrono::seconds(1'767'571'200)};

constexpr std::array signals = {
    SignalSpec{"inter_token", "s", Direction::lower_is_better, Rollup::distribution, "", Watched::value,
               Wakes::when_worse, 1.2},
    SignalSpec{"degenerate", "ratio", Direction::lower_is_better, Rollup::mean, "", Watched::rate,
               Wakes::when_worse, 0.002},
    SignalSpec{"accept_length", "tokens", Direction::higher_is_better, Rollup::mean, "", Watched::value,
               Wakes::nobody, 1.15},
    SignalSpec{"judge_calls", "1/s", Direction::neutral, Rollup::mean, "", Watched::value, Wakes::nobody,
               1.5},
};

class Notes final : public Journal {
 public:
  void keep(const Finding& finding) override {
    for (Finding& known : findings)
      if (known.id == finding.id) known = finding;
    if (findings.empty() || findings.back().id < finding.id) findings.push_back(finding);
  }
  void keep(const Event& event) override { events.push_back(event); }
  void keep(const Diagnosis& diagnosis) override { diagnoses.push_back(diagnosis); }
  void keep(const Page& page) override {
    if (!pages.empty() && pages.back().id == page.id)
      pages.back() = page;
    else
      pages.push_back(page);
  }
  void keep(const Action& action) override { actions.push_back(action); }
  void keep(const Verdict& verdict) override { verdicts.push_back(verdict); }

  std::vector<Finding> findings;
  std::vector<Event> events;
  std::vector<Diagnosis> diagnoses;
  std::vector<Page> pages;
  std::vector<Action> actions;
  std::vector<Verdict> verdicts;
};

class Silent final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

class OneWitness final : public Witnesses {
 public:
  Because of(const Finding&) override { return {Identity{Noun::observation, 26}}; }
};

// Two replicas, one request a second each, with a dial that steadies them when FACTOR_WITH_FEWER says so.
class House {
 public:
  explicit House(Autonomy autonomy, Wakes accept_length = Wakes::nobody)
      : signals_(signals_with(accept_length)),
        loop_(std::make_shared<SignalCatalog>(signals_), options(autonomy),
              {notes, &board, &pending, &witness}, 1) {}

  void run(Duration length) {
    std::normal_distribution<double> normal;
    std::bernoulli_distribution broken(share_broken);
    for (const Instant end = now + length; now < end; now += std::chrono::milliseconds(500)) {
      const bool fewer = !board.list(now).empty();
      SampleGrid grid;
      grid.at = now;
      const bool batch = std::bernoulli_distribution(share_of_batch)(random_);
      grid.strata = {{},
                     {"replica", seconds_ % 2 == 0 ? "a" : "b"},
                     {"version", version},
                     {"class", batch ? "batch" : "chat"}};
      grid.values = {
          {"inter_token", 0.02 * (fewer ? factor_with_fewer : factor) * std::exp(0.2 * normal(random_)), 1},
          {"degenerate", broken(random_) || (batch && random_() % 2 == 0) ? 1.0 : 0.0, 1}};
      ++seconds_;
      loop_.advance(now);
      loop_.take(grid);
      const double drawn = std::exp(0.05 * normal(random_));
      loop_.take(std::vector<Sample>{{{"accept_length", {}}, now, accepted * drawn, 1},
                                     {{"judge_calls", {}}, now, judged * drawn, 1}});
    }
  }

  Learning learning() const { return loop_.learning(); }

  double factor = 1, factor_with_fewer = 1, accepted = 3, judged = 100, share_broken = 0, share_of_batch = 0;
  std::string version = "1";
  Instant now = monday;
  Notes notes;
  Silent audit;
  mitigate::LeaseBoard board{audit};
  mitigate::PendingActions pending{board, audit};
  OneWitness witness;

 private:
  static LoopOptions options(Autonomy autonomy) {
    LoopOptions options;
    options.mitigate.draft_length = autonomy;
    return options;
  }

  static std::array<SignalSpec, 4> signals_with(Wakes accept_length) {
    auto changed = signals;
    changed[2].wakes = accept_length;
    return changed;
  }

  const std::array<SignalSpec, 4> signals_;
  Loop loop_;
  std::mt19937_64 random_{3};
  uint64_t seconds_ = 0;
};

inline void starve(House& house) {
  house.run(std::chrono::hours(30));
  ASSERT_TRUE(house.notes.pages.empty());
  house.version = "2";
  house.factor = 1.8;
  house.accepted = 1.1;
  house.judged = 5;
}

}  // namespace loop_test
}  // namespace foreshock::flow
