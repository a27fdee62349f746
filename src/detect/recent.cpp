#include "detect/recent.h"

namespace foreshock::detect {

void Recent::add(Instant at, double count, double sum) {
  const int64_t number = number_of(at);
  Grain& grain = grains_[place(number)];
  if (grain.number > number) return;  // too late
  if (grain.number != number) grain = {number, 0, 0};
  grain.count += static_cast<float>(count);
  grain.sum += static_cast<float>(sum);
}

Recent::Sum Recent::over(Instant from, Instant to) const {
  Sum out;
  for_each(from, to, [&out](const Grain& grain) {
    out.count += static_cast<double>(grain.count);
    out.sum += static_cast<double>(grain.sum);
    ++out.grains;
  });
  return out;
}

}  // namespace foreshock::detect
