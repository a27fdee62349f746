#pragma once
// The way of an Observation from a worker, which must never wait, to whoever keeps it.
#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

#include "core/ports.h"

namespace foreshock::gateway {

// A bounded queue of one producer and one consumer, without locks.
class ObservationRing {
 public:
  static constexpr size_t capacity = 4096;

  // Takes it, or, when the ring is full, leaves it and answers false.
  bool push(std::unique_ptr<Observation>& observation);
  std::unique_ptr<Observation> pop();

 private:
  std::vector<std::unique_ptr<Observation>> slots_ = std::vector<std::unique_ptr<Observation>>(capacity);
  std::atomic<size_t> head_{0};  // next to pop
  std::atomic<size_t> tail_{0};  // next to push
};

// A worker's side: its ring, and counters that only it writes.
struct WorkerOutlet {
  ObservationRing ring;
  std::atomic<int64_t> tokens{0};   // passed on so far
  std::atomic<int64_t> dropped{0};  // observations that found the ring full
};

// One thread for all workers. It hands observations to the sink and, once a second, the throughput to the
// series. When it dies or hangs, rings run full, observations are dropped and counted, and traffic goes on.
class Observer {
 public:
  Observer(const Clock& clock, ObservationSink& observations, SeriesSink& series, size_t workers);
  ~Observer();  // takes what is left, then stops

  WorkerOutlet& outlet(size_t worker) { return *outlets_[worker]; }
  // From a worker's thread. FINISHED is taken or dropped.
  void submit(WorkerOutlet& outlet, std::unique_ptr<Observation> finished);
  int64_t dropped() const;

 private:
  void run();
  void take_all();
  void sample_throughput();

  const Clock& clock_;
  ObservationSink& observations_;
  SeriesSink& series_;
  std::vector<std::unique_ptr<WorkerOutlet>> outlets_;
  std::counting_semaphore<> ready_{0};
  std::atomic<bool> stopped_{false};
  int64_t tokens_sampled_ = 0;
  Instant sampled_at_;
  std::thread thread_;
};

}  // namespace foreshock::gateway
