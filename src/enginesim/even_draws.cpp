#include "enginesim/even_draws.h"

#include <array>
#include <cmath>

#include "enginesim/random.h"

namespace foreshock::enginesim {
namespace even_draws_impl {

constexpr int bits = 32;
using Directions = std::array<uint32_t, bits>;

// A primitive polynomial over GF(2), its degree and inner coefficients, and the first direction numbers.
struct Polynomial {
  int degree;
  uint32_t coefficients;
  std::array<uint32_t, 3> first;
};
constexpr std::array polynomials = {Polynomial{1, 0, {1, 0, 0}}, Polynomial{2, 1, {1, 3, 0}},
                                    Polynomial{3, 1, {1, 3, 1}}, Polynomial{3, 2, {1, 1, 1}}};

constexpr Directions directions_of(const Polynomial& polynomial) {
  Directions v{};
  for (int i = 0; i < bits; ++i) {
    if (i < polynomial.degree) {
      v[i] = polynomial.first[i] << (bits - 1 - i);
      continue;
    }
    v[i] = v[i - polynomial.degree] ^ (v[i - polynomial.degree] >> polynomial.degree);
    for (int k = 1; k < polynomial.degree; ++k)
      if ((polynomial.coefficients >> (polynomial.degree - 1 - k)) & 1) v[i] ^= v[i - k];
  }
  return v;
}

// Dimension 0 is the sequence of van der Corput.
constexpr auto directions = [] {
  std::array<Directions, even_dimensions> all{};
  for (int i = 0; i < bits; ++i) all[0][i] = 1u << (bits - 1 - i);
  for (int dimension = 1; dimension < even_dimensions; ++dimension)
    all[dimension] = directions_of(polynomials[dimension - 1]);
  return all;
}();

uint32_t sobol(uint32_t index, int dimension) {
  uint32_t x = 0;
  for (int i = 0; index != 0; ++i, index >>= 1)
    if (index & 1) x ^= directions[dimension][i];
  return x;
}

uint32_t reversed(uint32_t x) {
  x = (x & 0x55555555u) << 1 | ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) << 2 | ((x >> 2) & 0x33333333u);
  x = (x & 0x0f0f0f0fu) << 4 | ((x >> 4) & 0x0f0f0f0fu);
  return __builtin_bswap32(x);
}

// Each bit is flipped by a hash of the bits above it.
uint32_t owen_scrambled(uint32_t x, uint32_t seed) {
  x = reversed(x);
  x ^= x * 0x3d20adeau;
  x += seed;
  x *= (seed >> 16) | 1;
  x ^= x * 0x05526c56u;
  x ^= x * 0x53a22864u;
  return reversed(x);
}

constexpr uint64_t block = 1024, half_bits = 5, half_mask = (1 << half_bits) - 1;

// A permutation of 0 to 1,023 (a Feistel network over two halves of five bits).
uint64_t permuted(uint64_t seed, uint64_t i) {
  uint64_t left = i >> half_bits, right = i & half_mask;
  for (uint64_t round = 0; round < 4; ++round) {
    const uint64_t next = left ^ (mixed(mixed(seed, round), right) & half_mask);
    left = right;
    right = next;
  }
  return left << half_bits | right;
}

double ratio(const double (&top)[4], const double (&bottom)[3], double x) {
  const double above = ((top[3] * x + top[2]) * x + top[1]) * x + top[0];
  return above / (((bottom[2] * x + bottom[1]) * x + bottom[0]) * x + 1);
}

}  // namespace even_draws_impl

uint64_t even_place(uint64_t seed, uint64_t n) {
  using namespace even_draws_impl;
  return n / block * block + permuted(mixed(seed, n / block), n % block);
}

double even_uniform(uint64_t seed, uint64_t place, int dimension) {
  using namespace even_draws_impl;
  const auto own_seed = static_cast<uint32_t>(mixed(seed, static_cast<uint64_t>(dimension)));
  const auto index = static_cast<uint32_t>(place);
  const uint32_t point = owen_scrambled(dimension == 0 ? reversed(index) : sobol(index, dimension), own_seed);
  return (static_cast<double>(point) + 0.5) * 0x1p-32;
}

double normal_quantile(double probability) {
  using even_draws_impl::ratio;
  constexpr double middle_top[] = {3.3871327179e0, 5.0434271938e1, 1.5929113202e2, 5.9109374720e1};
  constexpr double middle_bottom[] = {1.7895169469e1, 7.8757757664e1, 6.7187563600e1};
  constexpr double outer_top[] = {1.4234372777e0, 2.7568153900e0, 1.3067284816e0, 1.7023821103e-1};
  constexpr double outer_bottom[] = {7.3700164250e-1, 1.2021132975e-1, 0};
  constexpr double tail_top[] = {6.6579051150e0, 3.0812263860e0, 4.2868294337e-1, 1.7337203997e-2};
  constexpr double tail_bottom[] = {2.4197894225e-1, 1.2258202635e-2, 0};
  const double q = probability - 0.5;
  if (std::abs(q) <= 0.425) return q * ratio(middle_top, middle_bottom, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? probability : 1 - probability));
  const double value = r <= 5 ? ratio(outer_top, outer_bottom, r - 1.6) : ratio(tail_top, tail_bottom, r - 5);
  return q < 0 ? -value : value;
}

}  // namespace foreshock::enginesim
