#include "detect/shape.h"

#include <vector>

namespace foreshock::detect {
namespace shape_impl {

constexpr int64_t before = 30, least_after = 4;  // grains
constexpr double clearly = 0.9;                  // of a step's squares: a ramp that leaves less

struct Point {
  double at, value, weight;  // grains from the onset
};

double squares_of_step(const std::vector<Point>& points, double begin) {
  double w[2] = {}, wx[2] = {}, wxx[2] = {};
  for (const Point& p : points) {
    const size_t side = p.at >= begin ? 1 : 0;
    w[side] += p.weight;
    wx[side] += p.weight * p.value;
    wxx[side] += p.weight * p.value * p.value;
  }
  double squares = 0;
  for (size_t side = 0; side < 2; ++side)
    if (w[side] > 0) squares += wxx[side] - wx[side] * wx[side] / w[side];
  return squares;
}

// Least squares of value = a + b·max(0, at - begin).
double squares_of_ramp(const std::vector<Point>& points, double begin) {
  double w = 0, wt = 0, wtt = 0, wx = 0, wtx = 0, wxx = 0;
  for (const Point& p : points) {
    const double t = p.at > begin ? p.at - begin : 0;
    w += p.weight;
    wt += p.weight * t;
    wtt += p.weight * t * t;
    wx += p.weight * p.value;
    wtx += p.weight * t * p.value;
    wxx += p.weight * p.value * p.value;
  }
  const double determinant = w * wtt - wt * wt;
  if (w <= 0 || determinant <= 0) return wxx;
  const double slope = (w * wtx - wt * wx) / determinant;
  const double level = (wx - slope * wt) / w;
  return wxx - level * wx - slope * wtx;
}

}  // namespace shape_impl

FittedShape fit_shape(const SeriesWatch& series, Instant onset, Instant now) {
  using namespace shape_impl;
  const Recent& recent = series.recent();
  const Duration grain = recent.grain();
  const int64_t zero = onset.time_since_epoch() / grain;
  std::vector<Point> points;
  recent.for_each(onset - before * grain, now, [&](const Recent::Grain& one) {
    points.push_back({static_cast<double>(one.number - zero),
                      static_cast<double>(one.sum) / static_cast<double>(one.count),
                      static_cast<double>(one.count)});
  });
  FittedShape best{Shape::sudden, onset};
  const double last = points.empty() ? 0 : points.back().at;
  if (last < static_cast<double>(least_after)) return best;
  double step = squares_of_step(points, 0), ramp = squares_of_ramp(points, 0);
  double step_at = 0, ramp_at = 0;
  for (int64_t i = -before; static_cast<double>(i) <= last - least_after; ++i) {
    const auto begin = static_cast<double>(i);
    if (const double squares = squares_of_step(points, begin); squares < step)
      step = squares, step_at = begin;
    if (const double squares = squares_of_ramp(points, begin); squares < ramp)
      ramp = squares, ramp_at = begin;
  }
  const bool is_ramp = ramp < clearly * step;
  best.shape = is_ramp ? Shape::gradual : Shape::sudden;
  const double moved = is_ramp ? ramp_at : step_at;
  // Within a grain the detector knows better.
  if (moved != 0) best.onset = Instant{grain * (zero + static_cast<int64_t>(moved))};
  return best;
}

}  // namespace foreshock::detect
