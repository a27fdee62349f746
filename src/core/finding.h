#pragma once
// Finding: which series, when, what shape, how sure.
#include "core/identity.h"
#include "core/instant.h"
#include "core/interval.h"
#include "core/series.h"

namespace foreshock {

enum class Shape : uint8_t { sudden, gradual, periodic, load_dependent };
enum class Change : uint8_t { rise, fall };
enum class Severity : uint8_t { notice, warning, critical, severe };

struct Finding {
  Identity id{Noun::finding, 0};
  Because because;  // the observations or series that show it
  SeriesKey series;
  std::string detector;
  Shape shape = Shape::sudden;
  Change change = Change::rise;
  Severity severity = Severity::notice;
  Instant onset;
  Instant found_at;
  Interval size;  // after minus before, in the unit of the signal
};

}  // namespace foreshock
