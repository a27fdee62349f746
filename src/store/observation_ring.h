#pragma once
// The newest observations, kept in a ring file that survives the process. Safe to call from any thread.
#include <mutex>
#include <optional>
#include <vector>

#include "core/observation.h"
#include "store/ring_file.h"

namespace foreshock::store {

class ObservationRing {
 public:
  explicit ObservationRing(RingFile file) : file_(std::move(file)) {}

  // Memory writes only, about 2 µs; safe from a SIGKILL as soon as it returns.
  void take(const Observation& observation);
  // Up to LIMIT observations that ended at SINCE or later, last taken first. About 2 µs each.
  // One taken before a thousand that are too old is not found.
  std::vector<Observation> newest(size_t limit, Instant since) const;
  // The record of the observation of that number, if it is among the 10,000 around its place: they come
  // nearly in the order of their numbers.
  std::optional<ObservationRecord> find(uint64_t number) const;
  // How far back the ring goes once it is full, measured from the newest; else nothing.
  std::optional<Duration> reach() const;
  // One more than the highest number ever seen in this file.
  uint64_t next_number() const;
  size_t kept() const;
  size_t capacity() const;

 private:
  ring_format::Slot copy_of(uint64_t sequence) const;

  mutable std::mutex mutex_;
  mutable RingFile file_;  // reading may mend it
};

}  // namespace foreshock::store
