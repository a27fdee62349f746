#include "core/instant.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace foreshock {

namespace chrono = std::chrono;

RealClock::RealClock()
    : offset_(chrono::duration_cast<Duration>(chrono::system_clock::now().time_since_epoch()) -
              chrono::duration_cast<Duration>(chrono::steady_clock::now().time_since_epoch())) {}

Instant RealClock::now() const {
  return Instant{chrono::duration_cast<Duration>(chrono::steady_clock::now().time_since_epoch()) + offset_};
}

std::string iso8601(Instant instant) {
  const auto milliseconds = chrono::floor<chrono::milliseconds>(instant.time_since_epoch());
  const auto whole = chrono::floor<chrono::seconds>(milliseconds);
  const std::time_t since_epoch = whole.count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(since_epoch), (milliseconds - whole).count());
}

}  // namespace foreshock
