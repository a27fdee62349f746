#include "report/quantity.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace foreshock::report {
namespace quantity_impl {

struct Scale {
  double factor;
  std::string_view unit;
};
constexpr std::array scales = {Scale{1, "s"}, Scale{1e-3, "ms"}, Scale{1e-6, "µs"}, Scale{1e-9, "ns"}};

// Four significant digits without an exponent; whole numbers as they are.
std::string digits(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  const int before_point = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, std::max(0, 4 - std::max(before_point, 1)));
}

}  // namespace quantity_impl

std::string show(std::optional<double> value, std::string_view unit) {
  if (!value || !std::isfinite(*value)) return "-";
  if (unit == "count") return quantity_impl::digits(*value);
  if (unit != "s" || *value == 0) return fmt::format("{} {}", quantity_impl::digits(*value), unit);
  for (const auto& scale : quantity_impl::scales)
    if (std::abs(*value) >= scale.factor)
      return fmt::format("{} {}", quantity_impl::digits(*value / scale.factor), scale.unit);
  return fmt::format("{} ns", quantity_impl::digits(*value * 1e9));
}

}  // namespace foreshock::report
