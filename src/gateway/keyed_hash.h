#pragma once
// SipHash-2-4 (Aumasson and Bernstein 2012): without the key nobody finds texts that collide, or a text by
// its hash.
#include <cstdint>
#include <string_view>

namespace foreshock::gateway {

struct HashKey {
  uint64_t first = 0, second = 0;
  static HashKey random();
};

uint64_t keyed_hash(HashKey key, std::string_view text);

}  // namespace foreshock::gateway
