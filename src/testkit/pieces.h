#pragma once
// Ways to cut bytes, for parsers that must not care where a packet ends.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace foreshock::testkit {

// BYTES in pieces of 1 to LONGEST bytes, the same for the same SEED. LONGEST 1: byte by byte.
inline std::vector<std::string_view> random_pieces(std::string_view bytes, uint64_t seed, size_t longest) {
  std::mt19937_64 random(seed);
  std::vector<std::string_view> pieces;
  while (!bytes.empty()) {
    const size_t size = std::min<size_t>(1 + random() % longest, bytes.size());
    pieces.push_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return pieces;
}

}  // namespace foreshock::testkit
