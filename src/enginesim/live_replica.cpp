#include "enginesim/live_replica.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <asio/steady_timer.hpp>

namespace foreshock::enginesim {
namespace live_replica_impl {

// How often it is looked for tokens, in seconds: at the time of the next one, within these limits.
constexpr double soonest = 0.001, latest = 0.01;

}  // namespace live_replica_impl

struct LiveReplica::Timer {
  asio::steady_timer timer;
};

LiveReplica::LiveReplica(net::Executor executor, const VirtualSpec& spec, bool restarts, const Clock& clock)
    : clock_(clock),
      started_(clock.now()),
      restarts_(restarts),
      model_(spec),
      counts_(model_),
      timer_(std::make_unique<Timer>(Timer{asio::steady_timer(std::move(executor))})) {}

LiveReplica::~LiveReplica() = default;

double LiveReplica::catch_up() {
  const double now = std::max(now_, seconds(clock_.now() - started_));
  counts_.look_before(model_, now - now_);
  now_ = now;
  std::vector<VirtualOutcome> outcomes;
  model_.advance(now_, outcomes);
  counts_.look_after(model_);
  const bool is_full = restarts_ && model_.out_of_memory();
  if (is_full) model_.restart(now_, outcomes);
  note(outcomes);
  if (is_full) counts_ = ReplicaCounts(model_);
  const double next_token = count_tokens();
  tell();
  set_timer(next_token);
  return now_;
}

std::optional<VirtualRefusal> LiveReplica::submit(const VirtualRequest& request, CountedAs counted,
                                                  Listener listener) {
  const auto refusal = model_.submit(request, now_);
  if (refusal) return refusal;
  Live& live = live_[request.id];
  live.counted.so_far.id = request.id;
  live.counted.so_far.arrived = now_;
  live.counted.prompt_tokens = request.prompt_tokens;
  live.counted.as = std::move(counted);
  live.listener = std::move(listener);
  set_timer(now_);
  return std::nullopt;
}

void LiveReplica::leave(uint64_t id, std::optional<int64_t> tokens) {
  catch_up();
  const auto found = live_.find(id);
  if (found == live_.end()) return;
  found->second.listener = nullptr;
  CountedRequest& counted = found->second.counted;
  counts_.ended(counted, tokens ? model_.abandon(id, *tokens, now_) : model_.cancel(id, now_));
  if (!tokens) live_.erase(found);
}

void LiveReplica::change(const Change& change) {
  catch_up();
  const double started = now_ - model_.uptime(now_);
  std::vector<VirtualOutcome> outcomes;
  change(model_, now_, outcomes);
  note(outcomes);
  if (now_ - model_.uptime(now_) != started) counts_ = ReplicaCounts(model_);
  tell();
  set_timer(now_);
}

EngineMetrics LiveReplica::metrics(std::string model) {
  catch_up();
  return counts_.metrics(model_, std::move(model));
}

void LiveReplica::note(const std::vector<VirtualOutcome>& outcomes) {
  for (const VirtualOutcome& outcome : outcomes) {
    const auto found = live_.find(outcome.id);
    if (found == live_.end()) continue;
    Live& live = found->second;
    if (outcome.ended)
      counts_.ended(live.counted, outcome);
    else
      counts_.admitted(live.counted, outcome);
    if (live.listener) news_.push_back({live.listener, live.counted.so_far});
    if (outcome.ended) live_.erase(found);
  }
}

// When to look for the next one.
double LiveReplica::count_tokens() {
  double next = std::numeric_limits<double>::infinity();
  for (auto live = live_.begin(); live != live_.end();) {
    const auto progress = model_.progress(live->first);
    if (!progress) {  // its client had left
      live = live_.erase(live);
      continue;
    }
    CountedRequest& counted = live->second.counted;
    if (counts_.came(counted, *progress, now_) && live->second.listener)
      news_.push_back({live->second.listener, counted.so_far});
    if (progress->rate > 0)
      next = std::min(next, (std::floor(progress->produced) + 1 - progress->produced) / progress->rate);
    ++live;
  }
  return now_ + next;
}

// Who is told may change what is, and be the cause of more news.
void LiveReplica::tell() {
  if (telling_) return;
  telling_ = true;
  while (!news_.empty()) {
    const News news = std::move(news_.front());
    news_.pop_front();
    news.listener(news.so_far);
  }
  telling_ = false;
}

void LiveReplica::set_timer(double next_token) {
  using namespace live_replica_impl;
  double wait = model_.next_event_at() - now_;
  if (!live_.empty()) wait = std::min(wait, std::clamp(next_token - now_, soonest, latest));
  if (!std::isfinite(wait)) return;
  timer_->timer.expires_after(from_seconds(std::max(wait, 0.0)));
  timer_->timer.async_wait([weak = weak_from_this()](asio::error_code error) {
    if (error) return;
    if (const auto replica = weak.lock()) replica->catch_up();
  });
}

}  // namespace foreshock::enginesim
