#include "detect/season.h"

#include <cmath>

#include "core/series.h"

namespace foreshock::detect {
namespace season_impl {

constexpr double worth_of_all = 20;  // values that the mean of all stands for in an hour
constexpr double hour_seconds = 3600;
constexpr int64_t epoch_weekday = 3;  // 1970-01-01 was a Thursday, Monday is 0

}  // namespace season_impl

size_t Season::cell_of(int64_t hour) {
  const int64_t day = (hour >= 0 ? hour : hour - 23) / 24;
  const int64_t weekday = ((day + season_impl::epoch_weekday) % 7 + 7) % 7;
  return static_cast<size_t>((weekday >= 5 ? 24 : 0) + (hour - day * 24));
}

void Season::learn(double x, Instant at) {
  Cell& cell =
      cells_[cell_of(static_cast<int64_t>(std::floor(unix_seconds(at) / season_impl::hour_seconds)))];
  cell.count += 1;
  cell.sum += x;
  count_ += 1;
  sum_ += x;
}

void Season::refresh() {
  using season_impl::worth_of_all;
  minute_ = Instant{-std::chrono::hours(1)};
  const double all = count_ > 0 ? sum_ / count_ : 0;
  for (size_t i = 0; i < hours; ++i) {
    // An hour of a kind of day that has not come yet is as that hour of the other kind.
    const Cell& other = cells_[(i + 24) % hours];
    const double fallback = (other.sum + worth_of_all * all) / (other.count + worth_of_all);
    usual_[i] = (cells_[i].sum + worth_of_all * fallback) / (cells_[i].count + worth_of_all);
  }
}

double Season::usual(Instant at) const {
  constexpr Duration minute = std::chrono::minutes(1);
  if (at < minute_ || at >= minute_ + minute) {
    minute_ = bucket_start(at, minute);
    usual_now_ = usual_at(minute_);
  }
  return usual_now_;
}

double Season::usual_at(Instant at) const {
  const double hour = unix_seconds(at) / season_impl::hour_seconds - 0.5;
  const double before = std::floor(hour);
  const double part = hour - before;
  const auto index = static_cast<int64_t>(before);
  return usual_[cell_of(index)] * (1 - part) + usual_[cell_of(index + 1)] * part;
}

void Season::forget(double factor) {
  for (Cell& cell : cells_) {
    cell.count *= factor;
    cell.sum *= factor;
  }
  count_ *= factor;
  sum_ *= factor;
}

}  // namespace foreshock::detect
