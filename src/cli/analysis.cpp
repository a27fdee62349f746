#include "cli/analysis.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "cli/clearest_requests.h"
#include "cli/loop_ports.h"
#include "core/log.h"
#include "core/thread_name.h"

namespace foreshock::cli {
namespace analysis_impl {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

constexpr auto looks_every = 250ms;
constexpr auto supervised_every = 100ms;
constexpr Duration leaves_within = 2s;  // at the end of the service
constexpr Duration longest_rest = 60s;

// Before the next loop begins, after so many that failed.
Duration rest_after(uint64_t failed) {
  return std::min<Duration>(supervised_every * (uint64_t{1} << std::min<uint64_t>(failed, 10)), longest_rest);
}

// All that a loop's thread uses. It outlives the service with a loop that hangs; then the seat is closed, and
// what the service owned is touched no more.
struct Turn {
  std::shared_ptr<LoopSeat> seat;
  AnalysisHouse house;
  AnalysisHooks hooks;
  flow::LoopOptions options;
  std::atomic<bool>* ready;  // behind the gate, as the house is
  LearningNote* learning;    // likewise
};

uint64_t first_number(const store::Store& store) {
  uint64_t number = 1;
  for (const Noun noun :
       {Noun::finding, Noun::diagnosis, Noun::action, Noun::verdict, Noun::event, Noun::page})
    number = std::max(number, store.next_noun_number(noun));
  return number;
}

void learn(flow::Loop& loop, NounKeeper& keeper, const Turn& turn) {
  if (turn.hooks.teach) {
    keeper.mute(true);
    turn.hooks.teach(loop, turn.seat->pass([&] { return turn.house.clock.now(); }), [&turn] {
      turn.seat->beat();
      return !turn.seat->closed();
    });
    keeper.mute(false);
  }
  turn.seat->pass([&] { *turn.ready = true; });
}

// Until its seat is closed.
void run_loop(const Turn& turn) {
  LoopSeat& seat = *turn.seat;
  NounKeeper keeper(seat, turn.house.store);
  GatedBoard board(seat, turn.house.dials);
  ClearestRequests witnesses(seat, turn.house.store);
  const uint64_t number = seat.pass([&] { return first_number(turn.house.store); });
  flow::Loop loop(turn.house.signals, turn.options, {keeper, &board, turn.house.pending.get(), &witnesses},
                  number);
  learn(loop, keeper, turn);
  for (;;) {
    for (Told& told : seat.take(looks_every)) {
      std::visit([&loop](auto& piece) { loop.take(piece); }, told);
      seat.beat();
    }
    if (turn.hooks.before_look) turn.hooks.before_look();
    loop.advance(seat.pass([&] { return turn.house.clock.now(); }));
    seat.pass([&] { turn.learning->write(loop.learning()); });
    seat.beat();
  }
}

void run(const Turn& turn) {
  bool failed = false;
  try {
    run_loop(turn);
  } catch (const SeatClosed&) {
  } catch (const std::exception& error) {
    failed = true;
    log::error("analysis", fmt::format("the loop failed: {}", error.what()));
  } catch (...) {
    failed = true;
    log::error("analysis", "the loop failed");
  }
  turn.seat->leave(failed);
}

}  // namespace analysis_impl

Analysis::Analysis(const AnalysisOptions& options, const mitigate::MitigateOptions& mitigate,
                   AnalysisHouse house, AnalysisHooks hooks)
    : options_(options),
      loop_options_(loop_options(options, mitigate)),
      house_(std::move(house)),
      hooks_(std::move(hooks)) {
  start();
  supervisor_ = std::thread([this] { supervise(); });
}

Analysis::~Analysis() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  supervisor_.join();
  seat_->close();
  if (seat_->wait_until_left(analysis_impl::leaves_within))
    loop_.join();
  else
    loop_.detach();
}

void Analysis::tell(Told told) {
  std::shared_ptr<LoopSeat> seat;
  {
    const std::lock_guard lock(mutex_);
    seat = seat_;
  }
  if (!seat->tell(std::move(told))) ++dropped_;
}

void Analysis::start() {
  auto seat = std::make_shared<LoopSeat>(static_cast<size_t>(options_.queue));
  {
    const std::lock_guard lock(mutex_);
    seat_ = seat;
  }
  analysis_impl::Turn turn{std::move(seat), house_, hooks_, loop_options_, &ready_, &learning_};
  loop_ = std::thread([turn = std::move(turn)] {
    name_this_thread("analysis");
    analysis_impl::run(turn);
  });
}

void Analysis::start_over() {
  const std::lock_guard lock(mutex_);
  asked_ = true;
  ready_ = false;
}

void Analysis::replace(Reason reason) {
  seat_->close();
  if (reason == Reason::hung || !seat_->wait_until_left(analysis_impl::leaves_within)) {
    loop_.detach();
    log::error("analysis", fmt::format("the loop has not moved for {}: a fresh one begins",
                                       print_value(options_.hangs_after)));
  } else {
    loop_.join();
    log::warn("analysis", "a fresh loop begins");
  }
  start();
  if (reason != Reason::asked) ++(reason == Reason::hung ? hung_ : threw_);
}

void Analysis::supervise() {
  name_this_thread("analysis-watch");
  using namespace analysis_impl;
  uint64_t beats = 0;
  auto moved_at = Steady::now();
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, supervised_every, [this] { return stopping_; })) {
    const uint64_t seen = seat_->beats();
    if (std::exchange(beats, seen) != seen) moved_at = Steady::now();
    const bool left = seat_->left();
    const bool asked = std::exchange(asked_, false);
    if (!asked && Steady::now() - moved_at < (left ? rest_after(threw_) : options_.hangs_after)) continue;
    lock.unlock();
    replace(asked ? Reason::asked : left ? Reason::threw : Reason::hung);
    moved_at = Steady::now();
    lock.lock();
  }
}

}  // namespace foreshock::cli
