#include "gateway/observer.h"

#include "core/log.h"

namespace foreshock::gateway {
namespace observer_impl {

// How often the counters of the workers become a sample: often enough that no second is without one.
constexpr auto period = std::chrono::milliseconds(200);

}  // namespace observer_impl

bool ObservationRing::push(std::unique_ptr<Observation>& observation) {
  const size_t tail = tail_.load(std::memory_order_relaxed);
  if (tail - head_.load(std::memory_order_acquire) == capacity) return false;
  slots_[tail % capacity] = std::move(observation);
  tail_.store(tail + 1, std::memory_order_release);
  return true;
}

std::unique_ptr<Observation> ObservationRing::pop() {
  const size_t head = head_.load(std::memory_order_relaxed);
  if (head == tail_.load(std::memory_order_acquire)) return nullptr;
  std::unique_ptr<Observation> observation = std::move(slots_[head % capacity]);
  head_.store(head + 1, std::memory_order_release);
  return observation;
}

Observer::Observer(const Clock& clock, ObservationSink& observations, SeriesSink& series, size_t workers)
    : clock_(clock), observations_(observations), series_(series), sampled_at_(clock.now()) {
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

int64_t Observer::dropped() const {
  int64_t sum = 0;
  for (const auto& outlet : outlets_) sum += outlet->dropped.load(std::memory_order_relaxed);
  return sum;
}

void Observer::run() {
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

void Observer::take_all() {
  for (const auto& outlet : outlets_)
    while (const auto observation = outlet->ring.pop()) observations_.take(*observation);
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
