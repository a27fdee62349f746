#pragma once
#include "core/instant.h"

namespace foreshock::detect {

// How fast the detectors look.
struct Grains {
  Duration unit = std::chrono::seconds(10);   // of evidence about a level
  Duration recent = std::chrono::minutes(1);  // of what is kept of the last 240
};

}  // namespace foreshock::detect
