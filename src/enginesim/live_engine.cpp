#include "enginesim/live_engine.h"

#include <algorithm>

#include <asio/steady_timer.hpp>

namespace foreshock::enginesim {

struct LiveEngine::Timer {
  asio::steady_timer timer;
};

LiveEngine::LiveEngine(net::Executor executor, const SimulatedEngineOptions& options, const Clock& clock)
    : clock_(clock),
      started_(clock.now()),
      speed_(options.speed),
      model_(options.spec, static_cast<uint64_t>(options.seed), started_),
      timer_(std::make_unique<Timer>(Timer{asio::steady_timer(std::move(executor))})) {}

LiveEngine::~LiveEngine() = default;

Instant LiveEngine::model_now() const {
  return started_ + from_seconds(seconds(clock_.now() - started_) * speed_);
}

RequestId LiveEngine::submit(Request request, Listener listener) {
  const RequestId id = model_.submit(std::move(request), model_now());
  listeners_.emplace(id, std::move(listener));
  set_timer();
  return id;
}

// The timer stays as it is: nothing comes sooner for a request less.
void LiveEngine::cancel(RequestId id) {
  listeners_.erase(id);
  model_.cancel(id, model_now());
}

const Model& LiveEngine::model() {
  catch_up();
  return model_;
}

bool LiveEngine::is_loaded() const {
  return model_now() >= model_.ready_from();
}

void LiveEngine::catch_up() {
  for (Emission& emission : model_.advance(model_now())) {
    const auto listener = listeners_.find(emission.id);
    if (listener == listeners_.end()) continue;
    const bool is_last = emission.kind != Emission::Kind::token;
    listener->second(std::move(emission));
    if (is_last) listeners_.erase(listener);
  }
  set_timer();
}

void LiveEngine::set_timer() {
  const auto next = model_.next_event_at();
  if (!next) return;
  const double wait = std::max(seconds(*next - model_now()) / speed_, 0.0);
  timer_->timer.expires_after(from_seconds(wait));
  timer_->timer.async_wait([weak = weak_from_this()](asio::error_code error) {
    if (error) return;
    if (const auto engine = weak.lock()) engine->catch_up();
  });
}

}  // namespace foreshock::enginesim
