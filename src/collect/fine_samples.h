#pragma once
// Holds the fine samples of the last minutes.
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/ports.h"

namespace foreshock::collect {

// 16 bytes a sample; of a layer the last one only.
class FineSamples final : public FineHistory {
 public:
  static constexpr Duration kept = std::chrono::minutes(10);

  void take(FineSample sample);
  std::vector<FineSample> between(std::string_view replica, Instant from, Instant to) const override;
  std::vector<FineSample> newest() const override;

 private:
  struct Key {
    std::string replica;
    std::string_view signal;
    std::string layer;
    auto operator<=>(const Key&) const = default;
  };
  static constexpr size_t most_series = 10'000;

  mutable std::mutex mutex_;
  std::map<Key, std::deque<std::pair<Instant, double>>> samples_;
};

// Hands samples on, and holds the memory of the devices of each replica as fine samples too.
class FineTap final : public SeriesSink {
 public:
  // Both outlive it.
  FineTap(SeriesSink& next, FineSamples& fine) : next_(next), fine_(fine) {}
  void take(std::span<const Sample> samples) override;

 private:
  SeriesSink& next_;
  FineSamples& fine_;
};

}  // namespace foreshock::collect
