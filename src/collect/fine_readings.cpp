#include "collect/fine_readings.h"

#include <algorithm>

namespace foreshock::collect {

std::vector<FineSample> FineReadings::read(std::string_view page, Instant at) {
  std::vector<FineSample> out;
  for (const Reading& reading : use_.read(page, at))
    out.push_back({replica_, reading.signal, reading.layer, at, reading.value});
  if (!out.empty()) peak_ = std::max(peak_.value_or(out.front().value), out.front().value);
  if (at - hits_read_at_ < hits_every_) return out;
  hits_read_at_ = at;
  for (const Reading& reading : hits_.read(page, at))
    out.push_back({replica_, reading.signal, reading.layer, at, reading.value});
  return out;
}

void FineReadings::forget() {
  use_.forget();
  hits_.forget();
}

}  // namespace foreshock::collect
