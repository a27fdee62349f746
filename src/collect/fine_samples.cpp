#include "collect/fine_samples.h"

#include <algorithm>

namespace foreshock::collect {

void FineSamples::take(FineSample sample) {
  const std::lock_guard lock(mutex_);
  const Key key{std::move(sample.replica), sample.signal, std::move(sample.layer)};
  if (samples_.size() >= most_series && !samples_.contains(key)) return;
  auto& series = samples_[key];
  const auto is_old = [&] { return !key.layer.empty() || sample.at - series.front().first > kept; };
  while (!series.empty() && is_old()) series.pop_front();
  series.emplace_back(sample.at, sample.value);
}

std::vector<FineSample> FineSamples::between(std::string_view replica, Instant from, Instant to) const {
  const std::lock_guard lock(mutex_);
  std::vector<FineSample> found;
  for (const auto& [key, series] : samples_) {
    if (key.replica != replica || !key.layer.empty()) continue;
    for (const auto& [at, value] : series)
      if (at >= from && at <= to) found.push_back({key.replica, key.signal, {}, at, value});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const FineSample& a, const FineSample& b) { return a.at < b.at; });
  return found;
}

std::vector<FineSample> FineSamples::newest() const {
  const std::lock_guard lock(mutex_);
  std::vector<FineSample> found;
  for (const auto& [key, series] : samples_)
    found.push_back({key.replica, key.signal, key.layer, series.back().first, series.back().second});
  return found;
}

void FineTap::take(std::span<const Sample> samples) {
  constexpr std::string_view memory = "gpu_memory";
  for (const Sample& sample : samples)
    if (sample.key.signal == memory && sample.key.stratum.dimension == "replica")
      fine_.take({sample.key.stratum.value, memory, {}, sample.at, sample.value});
  next_.take(samples);
}

}  // namespace foreshock::collect
