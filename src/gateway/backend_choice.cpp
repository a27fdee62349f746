#include "gateway/backend_choice.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace foreshock::gateway {
namespace backend_choice_impl {

enum class Ask : uint8_t { weight_and_no_doubt, weight, nothing };

class Candidates {
 public:
  Candidates(const Backends& backends, const Choice& choice, Ask ask)
      : backends_(backends), choice_(choice), ask_(ask) {}

  Backend* choose() const {
    if (choice_.wanted != nullptr && has(*choice_.wanted)) return choice_.wanted;
    return weights_differ() ? by_weight() : least_busy();
  }

 private:
  bool has(Backend& backend) const {
    if (std::find(choice_.tried.begin(), choice_.tried.end(), &backend) != choice_.tried.end()) return false;
    if (ask_ != Ask::nothing && backend.weight <= 0) return false;
    return ask_ != Ask::weight_and_no_doubt || backend.admits(choice_.now);
  }

  void for_each(auto&& look) const {
    for (size_t i = 0; i < backends_.size(); ++i) {
      Backend& backend = *backends_[(choice_.turn + i) % backends_.size()];
      if (has(backend)) look(backend);
    }
  }

  bool weights_differ() const {
    std::optional<double> first;
    bool differ = false;
    for_each([&](const Backend& one) {
      const double weight = one.weight;
      differ = differ || weight != first.value_or(weight);
      first = weight;
    });
    return differ;
  }

  Backend* least_busy() const {
    Backend* best = nullptr;
    for_each([&](Backend& one) {
      if (best == nullptr || one.in_flight < best->in_flight) best = &one;
    });
    return best;
  }

  // By points that fill 0 to 1 evenly (Weyl's sequence of the golden ratio), so that few requests suffice for
  // the shares to be right. In the order of the table: it is the point that goes round.
  Backend* by_weight() const {
    double sum = 0;
    for_each([&](const Backend& one) { sum += one.weight; });
    double whole = 0;
    double left = std::modf(static_cast<double>(choice_.turn) * 0.6180339887498949, &whole) * sum;
    Backend* chosen = nullptr;
    for (const auto& backend : backends_) {
      if (!has(*backend)) continue;
      if (chosen == nullptr || left >= 0) chosen = backend.get();
      left -= backend->weight;
    }
    return chosen;
  }

  const Backends& backends_;
  const Choice& choice_;
  const Ask ask_;
};

}  // namespace backend_choice_impl

Backend* choose_backend(const Backends& backends, const Choice& choice) {
  using namespace backend_choice_impl;
  for (const Ask ask : {Ask::weight_and_no_doubt, Ask::weight, Ask::nothing})
    if (Backend* chosen = Candidates(backends, choice, ask).choose()) return chosen;
  return nullptr;
}

}  // namespace foreshock::gateway
