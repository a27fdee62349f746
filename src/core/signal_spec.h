#pragma once
// What a signal is called and means. One row feeds series, /metrics, the console and the docs.
#include <string_view>

#include "core/series.h"

namespace foreshock {

struct SignalSpec {
  std::string_view name;
  std::string_view unit;  // s, tokens, tokens/s, requests/s, ratio, …
  Direction direction;
  Rollup rollup;
  std::string_view help;  // one sentence, with its full stop
};

}  // namespace foreshock
