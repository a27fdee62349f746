#include "store/number_column.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace foreshock::store {
namespace number_column_impl {

constexpr double exact_integers = 9007199254740992.0;  // 2^53
constexpr int most_ones = 24;                          // then the number stands there in full
constexpr int mantissa_of_double = 52;

enum class Kind : uint64_t { flat = 0, distance = 1, difference = 2 };

// The parameter of the next code, from a running mean of the numbers before it.
class RiceState {
 public:
  int parameter() const { return std::min(static_cast<int>(std::bit_width(mean_ * 11 >> 8)), 40); }
  void follow(uint64_t number) {
    mean_ += std::min(number, uint64_t{1} << 40) * 2;
    mean_ -= mean_ / 8;
  }

 private:
  uint64_t mean_ = 32;  // 16 times
};

uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

void put_code(BitWriter& out, RiceState& state, uint64_t number) {
  const int parameter = state.parameter();
  const uint64_t ones = number >> parameter;
  if (ones < most_ones) {
    out.put((uint64_t{1} << ones) - 1, static_cast<int>(ones) + 1);
    out.put(number, parameter);
  } else {
    out.put((uint64_t{1} << most_ones) - 1, most_ones);
    out.put(number, 64);
  }
  state.follow(number);
}

[[gnu::always_inline]] inline uint64_t take_code(BitReader& in, RiceState& state) {
  const int parameter = state.parameter();
  const uint64_t bits = in.look();
  const int ones = std::countr_one(bits);
  uint64_t number = 0;
  if (ones + 1 + parameter <= BitReader::looked_at && ones < most_ones) {
    number = (static_cast<uint64_t>(ones) << parameter) | ((bits >> (ones + 1)) & ((uint64_t{1} << parameter) - 1));
    in.skip(ones + 1 + parameter);
  } else if (ones < most_ones) {
    in.skip(ones + 1);
    number = (static_cast<uint64_t>(ones) << parameter) | in.take(parameter);
  } else {
    in.skip(most_ones);
    number = in.take(32);
    number |= in.take(32) << 32;
  }
  state.follow(number);
  return number;
}

size_t bits_of(std::span<const uint64_t> codes) {
  RiceState state;
  size_t bits = 0;
  for (uint64_t code : codes) {
    const uint64_t ones = code >> state.parameter();
    bits += ones < most_ones ? static_cast<size_t>(ones) + 1 + static_cast<size_t>(state.parameter())
                             : most_ones + 64;
    state.follow(code);
  }
  return bits;
}

bool whole(double number) {
  return std::abs(number) < exact_integers && std::trunc(number) == number;
}

// The bits of a double as an integer that rises with it, without the lowest SHIFT.
int64_t to_ordered(double number, int shift) {
  const auto bits = std::bit_cast<int64_t>(std::abs(number));
  const int64_t rounded = shift == 0 ? bits : (bits + (int64_t{1} << (shift - 1))) >> shift;
  return number < 0 ? -rounded : rounded;
}
double from_ordered(int64_t ordered, int shift) {
  const double magnitude = std::bit_cast<double>(std::abs(ordered) << shift);
  return ordered < 0 ? -magnitude : magnitude;
}

std::vector<int64_t> to_integers(std::span<const double> numbers, int shift) {
  std::vector<int64_t> integers;
  integers.reserve(numbers.size());
  for (double number : numbers)
    integers.push_back(shift < 0 ? static_cast<int64_t>(number) : to_ordered(number, shift));
  return integers;
}

std::vector<uint64_t> distances(std::span<const int64_t> integers, int64_t lowest) {
  std::vector<uint64_t> codes;
  codes.reserve(integers.size());
  for (int64_t integer : integers) codes.push_back(static_cast<uint64_t>(integer - lowest));
  return codes;
}

std::vector<uint64_t> differences(std::span<const int64_t> integers) {
  std::vector<uint64_t> codes;
  codes.reserve(integers.size());
  int64_t before = integers.front();
  for (int64_t integer : integers) {
    codes.push_back(zigzag(integer - before));
    before = integer;
  }
  return codes;
}

void put_integer(BitWriter& out, int64_t integer) {
  const uint64_t code = zigzag(integer);
  const int width = static_cast<int>(std::bit_width(code));
  out.put(static_cast<uint64_t>(width), 7);
  out.put(code, width);
}
int64_t take_integer(BitReader& in) {
  const int width = std::min(static_cast<int>(in.take(7)), 64);
  uint64_t code = in.take(std::min(width, 32));
  if (width > 32) code |= in.take(width - 32) << 32;
  return unzigzag(code);
}

}  // namespace number_column_impl

// 1 bit: whole numbers; else 6 bits: the shift. 2 bits: the kind. The first, or lowest, number. Codes.
void put_column(BitWriter& out, std::span<const double> numbers, int mantissa) {
  using namespace number_column_impl;
  if (numbers.empty()) return;
  const bool all_whole = std::all_of(numbers.begin(), numbers.end(), whole);
  const int shift = all_whole ? -1 : mantissa_of_double - mantissa;
  out.put(all_whole ? 1 : 0, 1);
  if (!all_whole) out.put(static_cast<uint64_t>(shift), 6);
  const auto integers = to_integers(numbers, shift);
  const auto [lowest, highest] = std::minmax_element(integers.begin(), integers.end());
  if (*lowest == *highest) {
    out.put(static_cast<uint64_t>(Kind::flat), 2);
    return put_integer(out, *lowest);
  }
  const auto far = distances(integers, *lowest), steps = differences(integers);
  const bool by_steps = bits_of(steps) < bits_of(far);
  out.put(static_cast<uint64_t>(by_steps ? Kind::difference : Kind::distance), 2);
  put_integer(out, by_steps ? integers.front() : *lowest);
  RiceState state;
  for (uint64_t code : by_steps ? steps : far) put_code(out, state, code);
}

bool take_column(BitReader& in, size_t size, std::vector<double>& out) {
  using namespace number_column_impl;
  out.clear();
  if (size == 0) return true;
  const bool all_whole = in.take(1) == 1;
  const int shift = all_whole ? -1 : static_cast<int>(in.take(6));
  const auto number_of = [&](int64_t integer) {
    return all_whole ? static_cast<double>(integer) : from_ordered(integer, shift);
  };
  const auto kind = static_cast<Kind>(in.take(2));
  int64_t base = take_integer(in);
  if (in.failed() || kind > Kind::difference || shift > mantissa_of_double) return false;
  out.resize(size, number_of(base));
  if (kind == Kind::flat) return true;
  BitReader bits = in;  // a copy of our own stays in registers
  RiceState state;
  for (double& number : out) {
    const uint64_t code = take_code(bits, state);
    const uint64_t step = kind == Kind::distance ? code : static_cast<uint64_t>(unzigzag(code));
    const auto integer = static_cast<int64_t>(static_cast<uint64_t>(base) + step);
    if (kind == Kind::difference) base = integer;
    number = number_of(integer);
  }
  in = bits;
  return !in.failed();
}

}  // namespace foreshock::store
