#pragma once
// The way of an Observation from a worker, which must never wait, to whoever keeps it.
#include <atomic>
#include <memory>
#include <optional>
#include <semaphore>
#include <thread>
#include <vector>

#include "core/ports.h"
#include "gateway/rated_requests.h"

namespace foreshock::gateway {

// A bounded queue of one producer and one consumer, without locks.
template <class T>
class Ring {
 public:
  static constexpr size_t capacity = 4096;

  // Takes it, or, when the ring is full, leaves it and answers false.
  bool push(T& value) {
    const size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == capacity) return false;
    slots_[tail % capacity] = std::move(value);
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  std::optional<T> pop() {
    const size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    std::optional<T> value = std::move(slots_[head % capacity]);
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

 private:
  std::vector<T> slots_ = std::vector<T>(capacity);
  std::atomic<size_t> head_{0};  // next to pop
  std::atomic<size_t> tail_{0};  // next to push
};

// A worker's side: its ring, and counters that only it writes.
struct WorkerOutlet {
  Ring<std::unique_ptr<Observation>> ring;
  Ring<Rating> ratings;
  Ring<std::unique_ptr<Event>> events;                 // that somebody posted
  Ring<std::unique_ptr<std::vector<Sample>>> samples;  // likewise
  std::atomic<int64_t> tokens{0};                      // passed on so far
  std::atomic<int64_t> dropped{0};                     // observations that found the ring full
};

// One thread for all workers. It hands observations to the sink, and ratings and, once a second, the
// throughput to the series. When it dies or hangs, rings run full, observations are dropped and counted, and
// traffic goes on.
class Observer {
 public:
  // EVENTS: nullptr, where none may be posted. All outlive it.
  Observer(const Clock& clock, ObservationSink& observations, SeriesSink& series, EventSink* events,
           RatedRequests& rated, size_t workers);
  ~Observer();  // takes what is left, then stops

  WorkerOutlet& outlet(size_t worker) { return *outlets_[worker]; }
  // From a worker's thread. FINISHED is taken or dropped.
  void submit(WorkerOutlet& outlet, std::unique_ptr<Observation> finished);
  // Likewise; false: there is no room.
  bool rate(WorkerOutlet& outlet, Rating rating);
  bool post(WorkerOutlet& outlet, std::unique_ptr<Event> event);
  bool post(WorkerOutlet& outlet, std::unique_ptr<std::vector<Sample>> samples);
  int64_t dropped() const;

 private:
  void run();
  void take_all();
  void sample_throughput();

  const Clock& clock_;
  ObservationSink& observations_;
  SeriesSink& series_;
  EventSink* const events_;
  std::vector<std::unique_ptr<WorkerOutlet>> outlets_;
  std::counting_semaphore<> ready_{0};
  std::atomic<bool> stopped_{false};
  int64_t tokens_sampled_ = 0;
  Instant sampled_at_;
  RatedRequests& rated_;
  std::thread thread_;
};

}  // namespace foreshock::gateway
