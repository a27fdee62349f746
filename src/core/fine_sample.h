#pragma once
// Values of a replica that are read many times a second, to be laid beside single requests.
#include <string>
#include <string_view>

#include "core/instant.h"

namespace foreshock {

struct FineSample {
  std::string replica;
  std::string_view signal;  // of signals/signals.cpp; outlives the sample
  std::string layer;        // of the model, where an engine tells it by layer; empty: the whole engine
  Instant at;
  double value = 0;
};

}  // namespace foreshock
