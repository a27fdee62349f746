#include "mitigate/allowance.h"

#include <algorithm>

namespace foreshock::mitigate {
namespace allowance_impl {

constexpr double minute = 60;
constexpr Duration for_a_place = std::chrono::seconds(1);  // until another request may have ended

}  // namespace allowance_impl

void Allowance::Bucket::fill(double seconds) {
  level_ = std::min(per_minute_, level_ + per_minute_ * seconds / allowance_impl::minute);
}

double Allowance::Bucket::wait() const {
  if (per_minute_ <= 0 || level_ >= 1) return 0;
  return (1 - level_) * allowance_impl::minute / per_minute_;
}

Error used_up() {
  return Error(Code::over_limit, "the key has used up what it may ask for now");
}

Allowance::Allowance(const AllowanceLimits& limits, Instant now)
    : in_flight_limit_(limits.in_flight),
      requests_(limits.requests_per_minute),
      tokens_(limits.tokens_per_minute),
      filled_at_(now) {}

void Allowance::fill(Instant now) {
  const double passed = seconds(std::max<Duration>(now - filled_at_, {}));
  requests_.fill(passed);
  tokens_.fill(passed);
  filled_at_ = now;
}

std::optional<Duration> Allowance::admit(Instant now) {
  const std::lock_guard lock(mutex_);
  fill(now);
  const double wait = std::max(requests_.wait(), tokens_.wait());
  if (wait > 0) return from_seconds(wait);
  if (in_flight_limit_ > 0 && in_flight_ >= in_flight_limit_) return allowance_impl::for_a_place;
  requests_.take(1);
  ++in_flight_;
  return std::nullopt;
}

void Allowance::ended(int64_t tokens, Instant now) {
  const std::lock_guard lock(mutex_);
  fill(now);
  tokens_.take(static_cast<double>(tokens));
  --in_flight_;
}

}  // namespace foreshock::mitigate
