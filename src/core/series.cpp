#include "core/series.h"

#include <algorithm>

namespace foreshock {

std::string_view name_of(Direction direction) {
  switch (direction) {
    case Direction::lower_is_better:
      return "lower_is_better";
    case Direction::higher_is_better:
      return "higher_is_better";
    case Direction::neutral:
      return "neutral";
  }
  return "neutral";
}

void Bucket::add(double value, double weight, bool with_sketch) {
  min = count == 0 ? value : std::min(min, value);
  max = count == 0 ? value : std::max(max, value);
  count += weight;
  sum += value * weight;
  if (with_sketch) sketch.add(value, weight);
}

void Bucket::merge(const Bucket& other) {
  if (other.count == 0) return;
  min = count == 0 ? other.min : std::min(min, other.min);
  max = count == 0 ? other.max : std::max(max, other.max);
  count += other.count;
  sum += other.sum;
  sketch.merge(other.sketch);
}

}  // namespace foreshock
