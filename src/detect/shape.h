#pragma once
// Which shape a change has.
#include "core/finding.h"
#include "detect/series_watch.h"

namespace foreshock::detect {

struct FittedShape {
  Shape shape = Shape::sudden;
  Instant onset;
};

// A step or a ramp, whichever leaves the smaller squares in what SERIES did around ONSET until NOW; where
// both fit alike, a step. The onset is the one that fits best, at most half an hour from ONSET.
FittedShape fit_shape(const SeriesWatch& series, Instant onset, Instant now);

}  // namespace foreshock::detect
