#pragma once
// Samples, as tests look at them.
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "collect/local_samples.h"

namespace foreshock::collect {

// Keeps what it is given.
class KeptSamples final : public SeriesSink {
 public:
  void take(std::span<const Sample> samples) override {
    const std::lock_guard lock(mutex_);
    samples_.insert(samples_.end(), samples.begin(), samples.end());
  }
  std::vector<double> values(std::string_view signal, const Stratum& stratum) const {
    const std::lock_guard lock(mutex_);
    std::vector<double> values;
    for (const Sample& sample : samples_)
      if (sample.key == SeriesKey{std::string(signal), stratum}) values.push_back(sample.value);
    return values;
  }
  // The first one, which comes sooner or later.
  double first(std::string_view signal, const Stratum& stratum) const {
    for (;; std::this_thread::yield())
      if (const auto all = values(signal, stratum); !all.empty()) return all.front();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Sample> samples_;
};

// One round of them.
class Round {
 public:
  explicit Round(std::vector<Sample> samples) : samples_(std::move(samples)) {}
  std::optional<double> value(std::string_view signal, const Stratum& stratum = {}) const {
    std::optional<double> found;
    for (const Sample& sample : samples_) {
      if (sample.key != SeriesKey{std::string(signal), stratum}) continue;
      EXPECT_FALSE(found) << signal << " stands there twice";
      found = sample.value;
    }
    return found;
  }
  std::set<std::string> signals() const {
    std::set<std::string> names;
    for (const Sample& sample : samples_) names.insert(sample.key.signal);
    return names;
  }

 private:
  std::vector<Sample> samples_;
};

inline const Stratum replica_a{"replica", "a"}, replica_b{"replica", "b"};
inline const Stratum device_0{"device", "0"}, device_1{"device", "1"};

}  // namespace foreshock::collect
