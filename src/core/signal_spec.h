#pragma once
// What a signal is called and means. One row feeds series, /metrics, the console, the detectors and the docs.
#include <string_view>

#include "core/series.h"

namespace foreshock {

// How a change of it is looked for.
enum class Watched : uint8_t {
  no,
  rate,   // 0 or 1 from each request
  value,  // a number from each request, or a state that is read every few seconds
};

// Whether a change of it is enough to wake somebody, or is kept as evidence only.
enum class Wakes : uint8_t { nobody, when_worse, either_way };

struct SignalSpec {
  std::string_view name;
  std::string_view unit;  // s, tokens, tokens/s, requests/s, ratio, …
  Direction direction;
  Rollup rollup;
  std::string_view help;  // one sentence, with its full stop
  Watched watched = Watched::no;
  Wakes wakes = Wakes::nobody;
  // The smallest change that matters: of a ratio the difference, of anything else the factor.
  double matters = 0;
};

// Shares are compared by difference, all else by factor.
constexpr bool changes_by_difference(const SignalSpec& spec) {
  return spec.unit == "ratio";
}

}  // namespace foreshock
