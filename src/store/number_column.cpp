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
constexpr int highest_parameter = 40;
constexpr size_t run_length = 64;  // codes of one parameter

enum class Kind : uint64_t { flat = 0, distance = 1, difference = 2 };

uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

size_t bits_of(std::span<const uint64_t> run, int parameter) {
  size_t bits = 0;
  for (uint64_t code : run) {
    const uint64_t ones = code >> parameter;
    bits +=
        ones < most_ones ? static_cast<size_t>(ones) + 1 + static_cast<size_t>(parameter) : most_ones + 64;
  }
  return bits;
}

// The parameter of Rice's codes that takes the fewest bits: next to the logarithm of the mean.
int best_parameter(std::span<const uint64_t> run) {
  uint64_t sum = 0;
  for (uint64_t code : run) sum += std::min(code, uint64_t{1} << highest_parameter);
  const int near = std::min(static_cast<int>(std::bit_width(sum / run.size())), highest_parameter);
  int best = near;
  for (int parameter = std::max(near - 2, 0); parameter < near; ++parameter)
    if (bits_of(run, parameter) < bits_of(run, best)) best = parameter;
  return best;
}

template <class Visit>
void for_each_run(std::span<const uint64_t> codes, Visit&& visit) {
  for (size_t at = 0; at < codes.size(); at += run_length)
    visit(codes.subspan(at, std::min(run_length, codes.size() - at)));
}

size_t bits_of(std::span<const uint64_t> codes) {
  size_t bits = 0;
  for_each_run(codes, [&](std::span<const uint64_t> run) { bits += 6 + bits_of(run, best_parameter(run)); });
  return bits;
}

void put_codes(BitWriter& out, std::span<const uint64_t> codes) {
  for_each_run(codes, [&](std::span<const uint64_t> run) {
    const int parameter = best_parameter(run);
    out.put(static_cast<uint64_t>(parameter), 6);
    for (uint64_t code : run) {
      const uint64_t ones = std::min<uint64_t>(code >> parameter, most_ones);
      out.put((uint64_t{1} << ones) - 1, static_cast<int>(ones) + (ones < most_ones ? 1 : 0));
      out.put(code, ones < most_ones ? parameter : 64);
    }
  });
}

// Takes codes out of a window of bits that stays in a register: a load a code would double the time.
class CodeReader {
 public:
  explicit CodeReader(BitReader& in) : in_(in) { refill(); }
  ~CodeReader() { in_.skip(BitReader::looked_at - left_); }
  CodeReader(const CodeReader&) = delete;
  CodeReader& operator=(const CodeReader&) = delete;

  int parameter() {
    if (left_ < 6) refill();
    return static_cast<int>(drop(6) & 63);
  }

  [[gnu::always_inline]] uint64_t code(int parameter) {
    int ones = std::countr_one(window_);
    if (ones >= most_ones || ones + 1 + parameter > left_) {
      refill();
      ones = std::countr_one(window_);
      if (ones >= most_ones || ones + 1 + parameter > left_) return long_code(ones, parameter);
    }
    const uint64_t rest = drop(ones + 1 + parameter) >> (ones + 1);
    return (static_cast<uint64_t>(ones) << parameter) | (rest & ((uint64_t{1} << parameter) - 1));
  }

 private:
  void refill() {
    in_.skip(BitReader::looked_at - left_);
    window_ = in_.look() & ((uint64_t{1} << BitReader::looked_at) - 1);
    left_ = BitReader::looked_at;
  }
  [[gnu::always_inline]] uint64_t drop(int count) {
    const uint64_t before = window_;
    window_ >>= count;
    left_ -= count;
    return before;
  }
  uint64_t long_code(int ones, int parameter) {
    in_.skip(std::min(ones + 1, most_ones));
    uint64_t code = 0;
    if (ones < most_ones) {
      code = (static_cast<uint64_t>(ones) << parameter) | in_.take(std::min(parameter, highest_parameter));
    } else {
      code = in_.take(32);
      code |= in_.take(32) << 32;
    }
    refill();
    return code;
  }

  BitReader& in_;
  uint64_t window_ = 0;
  int left_ = BitReader::looked_at;  // bits of the window that are not taken
};

// GIVE takes a code and gives the number.
template <class Give>
void take_codes(BitReader& in, std::span<double> numbers, Give&& give) {
  CodeReader codes(in);
  for (size_t at = 0; at < numbers.size(); at += run_length) {
    const int parameter = codes.parameter();
    const size_t end = std::min(at + run_length, numbers.size());
    for (size_t i = at; i < end; ++i) numbers[i] = give(codes.code(parameter));
  }
}

// NUMBER_OF makes a number of an integer.
template <class NumberOf>
void take_numbers(BitReader& in, Kind kind, int64_t base, std::span<double> numbers, NumberOf&& number_of) {
  auto known = static_cast<uint64_t>(base);  // modulo 2^64, as it was taken away
  if (kind == Kind::flat)
    std::fill(numbers.begin(), numbers.end(), number_of(base));
  else if (kind == Kind::distance)
    take_codes(in, numbers, [&](uint64_t code) { return number_of(static_cast<int64_t>(known + code)); });
  else
    take_codes(in, numbers, [&](uint64_t code) {
      known += static_cast<uint64_t>(unzigzag(code));
      return number_of(static_cast<int64_t>(known));
    });
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
  const auto bits = static_cast<uint64_t>(ordered);
  const auto magnitude = std::bit_cast<double>((ordered < 0 ? 0 - bits : bits) << shift);
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
  for (int64_t integer : integers)
    codes.push_back(static_cast<uint64_t>(integer) - static_cast<uint64_t>(lowest));
  return codes;
}

std::vector<uint64_t> differences(std::span<const int64_t> integers) {
  std::vector<uint64_t> codes;
  codes.reserve(integers.size());
  int64_t before = integers.front();
  for (int64_t integer : integers) {
    // Modulo 2^64, as it is added again.
    codes.push_back(
        zigzag(static_cast<int64_t>(static_cast<uint64_t>(integer) - static_cast<uint64_t>(before))));
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
  put_codes(out, by_steps ? steps : far);
}

bool take_column(BitReader& in, size_t size, std::vector<double>& out) {
  using namespace number_column_impl;
  out.clear();
  if (size == 0) return true;
  const bool all_whole = in.take(1) == 1;
  const int shift = all_whole ? -1 : static_cast<int>(in.take(6));
  const auto kind = static_cast<Kind>(in.take(2));
  const int64_t base = take_integer(in);
  if (in.failed() || kind > Kind::difference || shift > mantissa_of_double) return false;
  out.resize(size);
  if (all_whole)
    take_numbers(in, kind, base, out, [](int64_t integer) { return static_cast<double>(integer); });
  else
    take_numbers(in, kind, base, out, [shift](int64_t integer) { return from_ordered(integer, shift); });
  return !in.failed() &&
         std::all_of(out.begin(), out.end(), [](double number) { return std::isfinite(number); });
}

}  // namespace foreshock::store
