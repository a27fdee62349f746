#include "core/shift.h"

#include <cmath>

namespace foreshock {
namespace shift_impl {

constexpr double sure = 3;  // standard errors
constexpr double fewest = 5;

}  // namespace shift_impl

Standing standing_of(const Shift& shift) {
  using namespace shift_impl;
  if (shift.count < fewest) return Standing::unknown;
  const double size = std::abs(shift.mean);
  if (size > shift.matters / 2 && size > sure * shift.error)
    return shift.mean > 0 ? Standing::rose : Standing::fell;
  return size + 2 * shift.error < shift.matters ? Standing::steady : Standing::unknown;
}

}  // namespace foreshock
