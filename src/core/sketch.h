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

  struct Bin {
    int32_t index;  // magnitude in (gamma^(index-1), gamma^index], gamma = (1 + error) / (1 - error)
    double count;
    bool operator==(const Bin&) const = default;
  };

  // NaN and infinities are ignored: they have no rank.
  void add(double value, double weight = 1);
  void merge(const Sketch& other);
  // The value at rank q·(count-1), q in [0, 1]; nothing when empty.
  std::optional<double> quantile(double q) const;
  // Each distinct value with its count, smallest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (auto bin = negative_.rbegin(); bin != negative_.rend(); ++bin)
      visit(-value_of(bin->index), bin->count);
    if (zeros_ > 0) visit(0.0, zeros_);
    for (const Bin& bin : positive_) visit(value_of(bin.index), bin.count);
  }
  double count() const { return count_; }
  bool empty() const { return count_ == 0; }

  // The parts, for storage. from_parts accepts only what parts gave: bins in rising order of index, counts
  // above 0.
  const std::vector<Bin>& positive() const { return positive_; }
  const std::vector<Bin>& negative() const { return negative_; }
  double zeros() const { return zeros_; }
  static std::optional<Sketch> from_parts(std::vector<Bin> positive, std::vector<Bin> negative, double zeros);

  // The middle of a bin: both borders are equally far away relatively.
  static double value_of(int32_t index);

  bool operator==(const Sketch&) const = default;

 private:
  std::vector<Bin> positive_;
  std::vector<Bin> negative_;  // by magnitude
  double zeros_ = 0;
  double count_ = 0;
};

}  // namespace foreshock
