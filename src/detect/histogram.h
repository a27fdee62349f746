#pragma once
// How the residuals of a series are spread while nothing is wrong.
#include <algorithm>
#include <array>
#include <span>

namespace foreshock::detect {

// Equal bins around zero; what lies beyond counts in the last one. 1 KB.
class Histogram {
 public:
  static constexpr size_t bins = 256;

  explicit Histogram(double width) : width_(width) {}

  void add(double residual);
  double count() const { return count_; }
  double quantile(double q) const;
  // The mean of F(residual, clipped to ±CLIP).
  template <class F>
  double mean_of(double clip, F&& f) const {
    double sum = 0;
    for (size_t i = 0; i < bins; ++i)
      if (counts_[i] > 0) sum += static_cast<double>(counts_[i]) * f(std::clamp(middle(i), -clip, clip));
    return count_ > 0 ? sum / count_ : 0;
  }
  void scale(double factor);
  void clear() { *this = Histogram(width_); }

 private:
  double middle(size_t bin) const { return (static_cast<double>(bin) - bins / 2 + 0.5) * width_; }

  double width_;
  std::array<float, bins> counts_{};
  double count_ = 0;
};

}  // namespace foreshock::detect
