#pragma once
// What a series did lately, by the minute or another grain.
#include <algorithm>
#include <array>
#include <cstdint>

#include "core/instant.h"

namespace foreshock::detect {

// A ring of 240 grains: with minutes, four hours. 3 KB.
class Recent {
 public:
  struct Grain {
    int64_t number = -1;  // since the epoch
    float count = 0, sum = 0;
  };
  struct Sum {
    double count = 0, sum = 0;
    int64_t grains = 0;  // that have values
    double mean() const { return count > 0 ? sum / count : 0; }
  };

  explicit Recent(Duration grain) : grain_(grain) {}

  Duration grain() const { return grain_; }
  void add(Instant at, double count, double sum);
  // Of the grains that overlap [FROM, TO).
  Sum over(Instant from, Instant to) const;
  // Oldest first; those without values are left out.
  template <class Visit>
  void for_each(Instant from, Instant to, Visit&& visit) const {
    const int64_t end = number_of(to - Duration(1));
    for (int64_t number = std::max(number_of(from), end - kept + 1); number <= end; ++number) {
      const Grain& grain = grains_[place(number)];
      if (grain.number == number && grain.count > 0) visit(grain);
    }
  }

 private:
  static constexpr int64_t kept = 240;
  static size_t place(int64_t number) { return static_cast<size_t>((number % kept + kept) % kept); }
  int64_t number_of(Instant at) const { return at.time_since_epoch() / grain_; }

  Duration grain_;
  std::array<Grain, kept> grains_;
};

}  // namespace foreshock::detect
