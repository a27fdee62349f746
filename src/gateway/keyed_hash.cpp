#include "gateway/keyed_hash.h"

#include <bit>
#include <cstring>
#include <random>

namespace foreshock::gateway {
namespace keyed_hash_impl {

struct State {
  uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v2 += v3;
    v1 = std::rotl(v1, 13) ^ v0;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 = std::rotl(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = std::rotl(v1, 17) ^ v2;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 = std::rotl(v2, 32);
  }
  void take(uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

// Up to eight bytes, the first in the lowest place.
uint64_t word_of(std::string_view bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  static_assert(std::endian::native == std::endian::little);
  return word;
}

}  // namespace keyed_hash_impl

HashKey HashKey::random() {
  std::random_device device;
  const auto draw = [&] { return uint64_t{device()} << 32 | device(); };
  const uint64_t first = draw();
  return {first, draw()};
}

uint64_t keyed_hash(HashKey key, std::string_view text) {
  using namespace keyed_hash_impl;
  State state{key.first ^ 0x736f6d6570736575, key.second ^ 0x646f72616e646f6d, key.first ^ 0x6c7967656e657261,
              key.second ^ 0x7465646279746573};
  const uint64_t length = uint64_t{text.size()} << 56;
  for (; text.size() >= 8; text.remove_prefix(8)) state.take(word_of(text.substr(0, 8)));
  state.take(length | word_of(text));
  state.v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

}  // namespace foreshock::gateway
