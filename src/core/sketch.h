#pragma once
// DDSketch: quantiles with a bounded relative error, mergeable (Masson, Rim and Lee, VLDB 2019).
#include <cstdint>
#include <optional>
#include <vector>

namespace foreshock {

// Each quantile is within 1 % of a value that was added. Sparse: a bin a distinct magnitude. Adding costs a
// logarithm and a binary search. Values may be of either sign; those nearer to zero than 1e-9
// count as zero.
class Sketch {
 public:
  static constexpr double relative_error = 0.01;

  // The magnitudes in (gamma^(i-1), gamma^i], gamma = (1 + error) / (1 - error), have the index i. A position
  // tells index and sign in one number that rises with the values: index + 1100, with the sign of the values;
  // 0 for what counts as zero.
  struct Bin {
    int32_t position;
    double count;
    bool operator==(const Bin&) const = default;
  };
  static constexpr int32_t index_offset = 1100;     // above the magnitude of the lowest index, that of 1e-9
  static constexpr int32_t last_position = 36'588;  // of the largest double; the first is -last_position

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
    for (const Bin& bin : bins_) visit(value_at(bin.position), bin.count);
  }
  double count() const { return count_; }
  bool empty() const { return count_ == 0; }

  // By rising position, and back: nothing unless positions rise from the first to the last that a value can
  // have, and counts are above 0 and together finite.
  const std::vector<Bin>& bins() const { return bins_; }
  static std::optional<Sketch> from_bins(std::vector<Bin> bins);

  bool operator==(const Sketch& other) const { return bins_ == other.bins_; }

 private:
  std::vector<Bin> bins_;
  double count_ = 0;
};

}  // namespace foreshock
