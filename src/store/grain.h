#pragma once
// The grains at which buckets are kept, and for how long (SPEC A3).
#include <array>

#include "core/instant.h"

namespace foreshock::store {

inline constexpr Duration fine_grain = std::chrono::seconds(1);  // in memory only
inline constexpr Duration coarse_grain = std::chrono::seconds(10);
inline constexpr Duration minute_grain = std::chrono::minutes(1);
inline constexpr Duration hour_grain = std::chrono::hours(1);

constexpr bool kept_on_disk(Duration grain) {
  return grain == coarse_grain || grain == minute_grain || grain == hour_grain;
}

inline constexpr Duration day = std::chrono::hours(24);

// How long what is on disk, or in memory in place of a disk, stays.
struct Retention {
  Duration coarse = std::chrono::hours(48);
  Duration minute = 35 * day;
  Duration hour = 400 * day;  // nouns too
  Duration observation = 35 * day;
};

inline constexpr Duration fine_kept = std::chrono::minutes(15);
// Samples older than this are refused.
inline constexpr Duration oldest_sample = std::chrono::hours(48);

// What one block holds.
inline constexpr Duration coarse_block = std::chrono::hours(1);
inline constexpr Duration minute_block = day;
inline constexpr Duration hour_block = 10 * day;

}  // namespace foreshock::store
