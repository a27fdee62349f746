#include "store/sketch_table.h"

#include <array>
#include <bit>

#include "store/number_model.h"

namespace foreshock::store {
namespace sketch_table_impl {

constexpr int fraction = 8;  // bits behind the point of shares and of what is expected
constexpr int memory = 5;    // the last 2^memory buckets tell what is expected
constexpr uint64_t prior = 13;
constexpr int factor_fraction = 30;

// What the buckets so far held, by position: the share of each position in the next is told from it and its
// two neighbours. All in whole numbers, so that every machine expects the same.
class Expectation {
 public:
  explicit Expectation(size_t width) : held_(width, prior), sum_(width * prior) {}

  void begin(uint32_t total) { factor_ = (uint64_t{total} << factor_fraction) / sum_; }
  // How many of the bucket lie at POSITION.
  uint64_t at(size_t position) const {
    const uint64_t here = held_[position];
    const uint64_t left = position > 0 ? held_[position - 1] : here;
    const uint64_t right = position + 1 < held_.size() ? held_[position + 1] : here;
    return ((left + 2 * here + right) * factor_) >> (factor_fraction + 2 - fraction);
  }
  void learn(std::span<const uint32_t> counts) {
    sum_ = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      held_[i] += (uint64_t{counts[i]} << fraction) - (held_[i] >> memory);
      held_[i] = std::max(held_[i], prior);
      sum_ += held_[i];
    }
  }

 private:
  std::vector<uint64_t> held_;
  uint64_t sum_;
  uint64_t factor_ = 0;
};

// Counts around EXPECTED as numbers from 0 on: those next to it first.
uint64_t fold(uint64_t count, uint64_t expected) {
  if (count > 2 * expected) return count;
  return count > expected ? 2 * (count - expected) - 1 : 2 * (expected - count);
}
uint64_t unfold(uint64_t folded, uint64_t expected) {
  if (folded > 2 * expected) return folded;
  return folded % 2 == 1 ? expected + (folded + 1) / 2 : expected - folded / 2;
}

// The models of counts, by half powers of two of what is expected.
class Counts {
 public:
  template <class Coder>
  uint64_t code(Coder& coder, uint64_t expected, uint64_t count) {
    const int width = static_cast<int>(std::bit_width(expected));
    const size_t level = width < 2 ? 0 : static_cast<size_t>(2 * width) + ((expected >> (width - 2)) & 1);
    const uint64_t middle = width > fraction + 1 ? (expected + (1U << (fraction - 1))) >> fraction : 0;
    const int low_bits = std::max(0, (width - fraction - 1) / 2);  // of the root of what is expected
    return unfold(models_[level].code(coder, low_bits, fold(count, middle)), middle);
  }

 private:
  std::array<NumberModel, 96> models_;
};

template <class Coder>
bool code_table(Coder& coder, SketchTable& table) {
  Expectation expectation(table.width);
  Counts models;
  for (size_t bucket = 0; bucket < table.totals.size(); ++bucket) {
    const auto counts = std::span(table.counts).subspan(bucket * table.width, table.width);
    uint64_t left = table.totals[bucket];
    expectation.begin(table.totals[bucket]);
    for (size_t i = 0; i + 1 < table.width && left > 0; ++i) {
      const uint64_t count = models.code(coder, expectation.at(i), counts[i]);
      if (count > left) return false;
      counts[i] = static_cast<uint32_t>(count);
      left -= count;
    }
    if (left > 0) counts[table.width - 1] = static_cast<uint32_t>(left);
    expectation.learn(counts);
  }
  return true;
}

}  // namespace sketch_table_impl

std::string encode_table(const SketchTable& table) {
  SketchTable copy = table;
  RangeEncoder coder;
  sketch_table_impl::code_table(coder, copy);
  return std::move(coder).release();
}

bool decode_table(std::string_view bytes, SketchTable& table) {
  table.counts.assign(table.totals.size() * table.width, 0);
  RangeDecoder coder(bytes);
  return sketch_table_impl::code_table(coder, table) && !coder.failed();
}

}  // namespace foreshock::store
