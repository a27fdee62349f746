#pragma once
// Measurement: all that one request, scrape or probe says, once; each value counts in each stratum.
#include <string_view>
#include <vector>

#include "core/identity.h"
#include "core/series.h"

namespace foreshock {

struct MeasuredValue {
  std::string_view signal;  // of the table of signals: lives as long as the program
  double value = 0;
  double count = 1;  // equal values told as one, as the gaps between tokens are
};

struct Measurement {
  Identity source{Noun::observation, 0};  // number 0: no request
  Instant at;
  double weight = 1;
  std::vector<Stratum> strata;        // the total first
  std::vector<MeasuredValue> values;  // those of one signal side by side
};

}  // namespace foreshock
