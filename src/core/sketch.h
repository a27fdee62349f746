#pragma once
// DDSketch: quantiles with a bounded relative error, mergeable (Masson, Rim and Lee, VLDB 2019).
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace foreshock {

// Each quantile is within 1 % of a value that was added. Sparse: a bin a distinct magnitude. Adding costs a
// logarithm and a binary search. Values may be of either sign; those nearer to zero than 1e-9
// count as zero.
class Sketch {
 public:
  static constexpr double relative_error = 0.01;

  struct Bin {
    int32_t index;  // magnitude in (gamma^(index-1), gamma^index], gamma = (1 + error) / (1 - error)
    double count;
    bool operator==(const Bin&) const = default;
  };

  // A bin as one number that rises with the values in it, for storage and for adding to many sketches at
  // once: 0 for what counts as zero, else the index + 1100 with the sign of the values.
  struct Cell {
    int32_t position;
    double count;
    bool operator==(const Cell&) const = default;
  };
  // Where VALUE belongs; it must be finite.
  static int32_t position_of(double value);
  // The middle of a bin: both borders are equally far away relatively.
  static double value_at(int32_t position);

  // NaN and infinities are ignored: they have no rank.
  void add(double value, double weight = 1);
  // The same with position_of(value) known: about 10 ns. WEIGHT is above 0.
  void add_at(int32_t position, double weight);
  void merge(const Sketch& other);
  // The value at rank q·(count-1), q in [0, 1]; nothing when empty.
  std::optional<double> quantile(double q) const;
  // Each distinct value with its count, smallest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (auto bin = negative_.rbegin(); bin != negative_.rend(); ++bin)
      visit(value_at(-bin->index - position_offset), bin->count);
    if (zeros_ > 0) visit(0.0, zeros_);
    for (const Bin& bin : positive_) visit(value_at(bin.index + position_offset), bin.count);
  }
  double count() const { return count_; }
  bool empty() const { return count_ == 0; }

  // The parts, for storage. from_parts accepts only what parts gave: bins in rising order of index, counts
  // above 0.
  const std::vector<Bin>& positive() const { return positive_; }
  const std::vector<Bin>& negative() const { return negative_; }
  double zeros() const { return zeros_; }
  static std::optional<Sketch> from_parts(std::vector<Bin> positive, std::vector<Bin> negative, double zeros);

  // All bins by rising position, and back: nothing unless positions rise and counts are above 0.
  std::vector<Cell> cells() const;
  static std::optional<Sketch> from_cells(std::span<const Cell> cells);

  bool operator==(const Sketch&) const = default;

 private:
  static constexpr int32_t position_offset = 1100;  // above the magnitude of the lowest index, that of 1e-9

  std::vector<Bin> positive_;
  std::vector<Bin> negative_;  // by magnitude
  double zeros_ = 0;
  double count_ = 0;
};

}  // namespace foreshock
