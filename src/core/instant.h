#pragma once
// Time as Foreshock sees it: one absolute clock that never jumps, handed in by whoever runs the code.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace foreshock {

using Duration = std::chrono::nanoseconds;

// UTC in nanoseconds since the Unix epoch. A tag for std::chrono; nothing reads it by itself (see Clock).
struct Utc {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<Utc>;
  static constexpr bool is_steady = true;
};
using Instant = Utc::time_point;

// The only source of "now". Implementations are safe to call from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
};

// UTC at construction, carried on by the steady clock: a step of the system clock neither reorders nor
// stretches a measurement.
class RealClock final : public Clock {
 public:
  RealClock();
  Instant now() const override;

 private:
  Duration offset_;
};

// Moves only when told. For tests and for stories in virtual time.
class VirtualClock final : public Clock {
 public:
  explicit VirtualClock(Instant start = Instant{}) : now_ns_(start.time_since_epoch().count()) {}
  Instant now() const override { return Instant{Duration{now_ns_.load(std::memory_order_relaxed)}}; }
  void advance(Duration by) { now_ns_.fetch_add(by.count(), std::memory_order_relaxed); }
  void set(Instant to) { now_ns_.store(to.time_since_epoch().count(), std::memory_order_relaxed); }

 private:
  std::atomic<int64_t> now_ns_;
};

inline double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}
inline double unix_seconds(Instant instant) {
  return seconds(instant.time_since_epoch());
}
inline Duration from_seconds(double value) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(value));
}
inline Instant at_unix_seconds(double value) {
  return Instant{from_seconds(value)};
}

// 2026-11-30T11:34:12.123Z: UTC, milliseconds.
std::string iso8601(Instant instant);
// The same, also without the fraction of a second, and with an offset (+02:00) in place of Z. Nothing for
// anything else.
std::optional<Instant> parse_iso8601(std::string_view text);

}  // namespace foreshock
