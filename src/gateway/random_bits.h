#pragma once
// Numbers that look random, made of a counter: seeded, and the same on every machine.
#include "core/scramble.h"

namespace foreshock::gateway {

// Also of numbers that follow each other.
constexpr uint64_t mixed(uint64_t value) {
  return scramble(value + 0x9e3779b97f4a7c15);
}

// Above 0 and below 1.
constexpr double unit_interval(uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1.0p-53;
}

}  // namespace foreshock::gateway
