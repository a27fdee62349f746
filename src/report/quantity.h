#pragma once
// Numbers with their units, as people read them.
#include <optional>
#include <string>
#include <string_view>

namespace foreshock::report {

// Four significant digits; seconds become ns, µs, ms or s: (0.4213, "s") is "421.3 ms". The unit "count" is
// not said. Nothing is "-".
std::string show(std::optional<double> value, std::string_view unit);

}  // namespace foreshock::report
