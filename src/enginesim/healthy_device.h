#pragma once
// What a healthy process and its device show of themselves.

namespace foreshock::enginesim {

inline constexpr double process_bytes = 6.0 * (1 << 30), process_handles = 300;
// Of a busy device as its counters show it; engines take their share of its memory at once.
inline constexpr double busy_share = 0.95, dram_share = 0.6, reserved_memory = 0.9, idle_cpu = 0.08;

}  // namespace foreshock::enginesim
