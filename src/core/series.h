#pragma once
// Series: a named signal, with its unit, in one stratum, over time.
#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.h"
#include "core/sketch.h"

namespace foreshock {

// Which way is worse. Both directions are always watched; this one says what to call it.
enum class Direction : uint8_t { lower_is_better, higher_is_better, neutral };
std::string_view name_of(Direction direction);

// Whether a value is spread (quantiles are kept) or only counted and summed.
enum class Rollup : uint8_t { distribution, mean, sum };

// One dimension, one value; the total has neither.
struct Stratum {
  std::string dimension;
  std::string value;
  auto operator<=>(const Stratum&) const = default;
};

struct SeriesKey {
  std::string signal;
  Stratum stratum;
  auto operator<=>(const SeriesKey&) const = default;
};

// One value at one time. WEIGHT stands for how many it speaks.
struct Sample {
  SeriesKey key;
  Instant at;
  double value = 0;
  double weight = 1;
};

// The values of a series in [start, start + grain).
struct Bucket {
  Instant start;
  double count = 0;
  double sum = 0;
  double min = 0;
  double max = 0;
  Sketch sketch;  // empty unless the signal is a distribution

  void add(double value, double weight, bool with_sketch);
  void merge(const Bucket& other);
};

// What one observation adds to many series at once: each value to the series of its signal in each stratum.
struct SampleGrid {
  struct Value {
    std::string_view signal;  // outlives the grid
    double value = 0;
    double weight = 1;
  };
  // Many values of one signal; START of the bucket is of no account.
  struct Spread {
    std::string_view signal;
    Bucket values;
  };

  Instant at;
  std::vector<Stratum> strata;
  std::vector<Value> values;
  std::vector<Spread> spreads;
};

// A read-only run of buckets of one grain, oldest first; holes are absent.
struct SeriesView {
  SeriesKey key;
  Duration grain{};
  std::vector<Bucket> buckets;
};

// The start of the bucket of that grain in which INSTANT lies.
inline Instant bucket_start(Instant instant, Duration grain) {
  return Instant{instant.time_since_epoch() - instant.time_since_epoch() % grain};
}

// The first start of a bucket of that grain at INSTANT or later.
inline Instant next_bucket_start(Instant instant, Duration grain) {
  const Instant start = bucket_start(instant, grain);
  return start < instant ? start + grain : start;
}

}  // namespace foreshock

template <>
struct std::hash<foreshock::Stratum> {
  size_t operator()(const foreshock::Stratum& stratum) const noexcept {
    const std::hash<std::string_view> text;
    return text(stratum.dimension) * 31 + text(stratum.value);
  }
};

template <>
struct std::hash<foreshock::SeriesKey> {
  size_t operator()(const foreshock::SeriesKey& key) const noexcept {
    return std::hash<std::string_view>()(key.signal) * 31 + std::hash<foreshock::Stratum>()(key.stratum);
  }
};
