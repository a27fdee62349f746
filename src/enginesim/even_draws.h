#pragma once
// Draws that fill a distribution evenly, so that quantiles and shares of many requests need far fewer of
// them: Sobol' points, Owen-scrambled (Burley 2020, "Practical hash-based Owen scrambling"; directions of Joe
// and Kuo 2008), each 1,024 in random order so that neighbours are independent.
#include <cstdint>

namespace foreshock::enginesim {

constexpr int even_dimensions = 5;  // that are even together

// The place of the Nth draw of a sequence: each 1,024 in another order.
uint64_t even_place(uint64_t seed, uint64_t n);
// The draw at PLACE of the sequence SEED in one of its dimensions, 0 < x < 1. Sequences that share their
// places are even each by itself.
double even_uniform(uint64_t seed, uint64_t place, int dimension = 0);
// The value below which a standard normal one lies with PROBABILITY, 0 to 1 exclusive; its relative error is
// 1e-7 (Wichura 1988, AS 241, PPND7).
double normal_quantile(double probability);

}  // namespace foreshock::enginesim
