#pragma once
// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): each bit of VALUE turns about half of the result.
#include <cstdint>

namespace foreshock {

constexpr uint64_t scramble(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

}  // namespace foreshock
