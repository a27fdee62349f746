#include "detect/rate_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foreshock::detect {
namespace rate_watch_impl {

constexpr std::array odds_up = {1.5, 2.5, 6.0, 20.0, 100.0};  // of the odds at the limit
constexpr std::array odds_down = {0.5, 0.15};
constexpr int64_t looked_back = 5;  // grains, to see whether it is over
constexpr double fewest_back = 10;

}  // namespace rate_watch_impl

RateWatch::RateWatch(double matters, double a_false_alarm_in, const Grains& grains)
    : matters_(matters), log_threshold_(std::log(a_false_alarm_in)), recent_(grains.recent) {}

void RateWatch::add(bool hit, Instant at) {
  recent_.add(at, 1, hit ? 1 : 0);
  if (changed_) return;
  baseline_.learn(hit, at);
  if (!baseline_.ready()) return;
  evidence_.add(std::span(hit ? when_hit_ : when_not_).first(alternatives_), at, 1, hit ? 1 : 0);
  alarmed_ = alarmed_ || std::log(evidence_.mean()) >= log_threshold_;
}

std::optional<Alarm> RateWatch::close(Instant now) {
  using namespace rate_watch_impl;
  if (changed_) {
    const Duration back = looked_back * recent_.grain();
    if (now < changed_at_ + back) return std::nullopt;
    const Shift recent = shift(now - back, now);
    if (recent.count < fewest_back || std::abs(recent.mean) >= std::max(matters_ / 2, 2 * recent.error))
      return std::nullopt;
    changed_ = false;
    evidence_.clear();
    return std::nullopt;
  }
  if (baseline_.refresh(now)) set_alternatives();
  if (!std::exchange(alarmed_, false)) return std::nullopt;
  changed_ = true;
  changed_at_ = now;
  return alarm();
}

void RateWatch::set_alternatives() {
  using namespace rate_watch_impl;
  const size_t before = std::exchange(alternatives_, 0);
  const auto add = [this](double limit, double odds_ratio) {
    const double odds = odds_ratio * limit / (1 - limit);
    const double rate = odds / (1 + odds);
    when_hit_[alternatives_] = std::log(rate / limit);
    when_not_[alternatives_] = std::log((1 - rate) / (1 - limit));
    ++alternatives_;
  };
  const double high = baseline_.high() + matters_, low = baseline_.low() - matters_;
  if (high < 1)
    for (const double ratio : odds_up) add(high, ratio);
  if (low > 0)
    for (const double ratio : odds_down) add(low, ratio);
  if (alternatives_ != before) evidence_.clear();
}

Alarm RateWatch::alarm() const {
  const Evidence::Since& since = evidence_.since();
  const double before = baseline_.rate();
  const double after = since.count > 0 ? since.sum / since.count : before;
  const double error = std::sqrt(std::max(after * (1 - after), 1e-4) / std::max(1.0, since.count));
  constexpr double two_sided = 1.96;
  const double by = after - before;
  return {.change = by > 0 ? Change::rise : Change::fall,
          .onset = since.begin,
          .size = {by, by - two_sided * error, by + two_sided * error},
          .before = before};
}

Shift RateWatch::shift(Instant from, Instant to) const {
  const Recent::Sum sum = recent_.over(from, to);
  if (sum.count <= 0 || !baseline_.ready()) return {.matters = matters_};
  const double rate = std::clamp((sum.sum + 0.5) / (sum.count + 1), 0.0, 1.0);
  const double beyond = std::max(baseline_.high() - baseline_.rate(), baseline_.rate() - baseline_.low());
  return {sum.mean() - baseline_.rate(), std::hypot(std::sqrt(rate * (1 - rate) / sum.count), beyond / 2),
          sum.count, matters_};
}

}  // namespace foreshock::detect
