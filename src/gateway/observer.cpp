#include "gateway/observer.h"

#include "core/log.h"
#include "core/thread_name.h"

namespace foreshock::gateway {
namespace observer_impl {

// How often the counters of the workers become a sample: often enough that no second is without one.
constexpr auto period = std::chrono::milliseconds(200);

}  // namespace observer_impl

Observer::Observer(const Clock& clock, ObservationSink& observations, SeriesSink& series, EventSink* events,
                   RatedRequests& rated, size_t workers)
    : clock_(clock),
      observations_(observations),
      series_(series),
      events_(events),
      sampled_at_(clock.now()),
      rated_(rated) {
  for (size_t i = 0; i < workers; ++i) outlets_.push_back(std::make_unique<WorkerOutlet>());
  thread_ = std::thread([this] { run(); });
}

Observer::~Observer() {
  stopped_ = true;
  ready_.release();
  thread_.join();
}

void Observer::submit(WorkerOutlet& outlet, std::unique_ptr<Observation> finished) {
  if (outlet.ring.push(finished))
    ready_.release();
  else
    outlet.dropped.fetch_add(1, std::memory_order_relaxed);
}

bool Observer::rate(WorkerOutlet& outlet, Rating rating) {
  if (!outlet.ratings.push(rating)) return false;
  ready_.release();
  return true;
}

bool Observer::post(WorkerOutlet& outlet, std::unique_ptr<Event> event) {
  if (!outlet.events.push(event)) return false;
  ready_.release();
  return true;
}

bool Observer::post(WorkerOutlet& outlet, std::unique_ptr<std::vector<Sample>> samples) {
  if (!outlet.samples.push(samples)) return false;
  ready_.release();
  return true;
}

int64_t Observer::dropped() const {
  int64_t sum = 0;
  for (const auto& outlet : outlets_) sum += outlet->dropped.load(std::memory_order_relaxed);
  return sum;
}

void Observer::run() {
  name_this_thread("observe");
  while (!stopped_) {
    (void)ready_.try_acquire_for(observer_impl::period);
    try {
      take_all();
      sample_throughput();
    } catch (const std::exception& error) {
      log::error("gateway", error.what());
    }
  }
  take_all();
}

// Ratings first, but told last: what they rate is then among the observations taken meanwhile, if it was not
// before.
void Observer::take_all() {
  std::vector<Rating> ratings;
  for (const auto& outlet : outlets_)
    while (const auto rating = outlet->ratings.pop()) ratings.push_back(*rating);
  for (const auto& outlet : outlets_)
    while (auto observation = outlet->ring.pop()) {
      observations_.take(**observation);
      rated_.keep(*std::move(observation));
    }
  for (const auto& outlet : outlets_)
    while (const auto event = outlet->events.pop()) events_->take(**event);
  for (const auto& outlet : outlets_)
    while (const auto samples = outlet->samples.pop()) series_.take(**samples);
  for (const Rating& rating : ratings) series_.take(rated_.samples_of(rating, clock_.now()));
}

void Observer::sample_throughput() {
  const Instant now = clock_.now();
  if (now - sampled_at_ < observer_impl::period) return;
  int64_t tokens = 0;
  for (const auto& outlet : outlets_) tokens += outlet->tokens.load(std::memory_order_relaxed);
  const Sample sample{SeriesKey{"throughput", {}}, sampled_at_, static_cast<double>(tokens - tokens_sampled_),
                      1};
  tokens_sampled_ = tokens;
  sampled_at_ = now;
  series_.take(std::span(&sample, 1));
}

}  // namespace foreshock::gateway
