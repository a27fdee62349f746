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
constexpr std::string_view name_of(Severity severity) {
  constexpr std::string_view names[] = {"notice", "warning", "critical", "severe"};
  return names[static_cast<size_t>(severity)];
}
constexpr std::string_view name_of(Shape shape) {
  constexpr std::string_view names[] = {"sudden", "gradual", "periodic", "load_dependent"};
  return names[static_cast<size_t>(shape)];
}
// As people read a chart.
constexpr std::string_view name_of(Change change) {
  return change == Change::rise ? "up" : "down";
}

// Why nobody is told of a finding, or not yet.
enum class Silence : uint8_t {
  none,            // somebody was told
  learning,        // what is usual is not known well enough
  for_the_record,  // a change of that signal in that direction is evidence, no trouble
  probes_changed,  // the questions are others
  too_short,       // it has to last
  too_small,       // it does not surely matter
  only_the_mix,    // the requests are others, each kind is served as ever
  went_away,
  told_already,  // a page about that incident had been sent
};
constexpr std::string_view name_of(Silence silence) {
  constexpr std::string_view names[] = {"none",           "learning",  "for_the_record",
                                        "probes_changed", "too_short", "too_small",
                                        "only_the_mix",   "went_away", "told_already"};
  return names[static_cast<size_t>(silence)];
}

struct Finding {
  Identity id{Noun::finding, 0};
  Because because;  // the observations or series that show it
  SeriesKey series;
  std::string detector;
  Shape shape = Shape::sudden;
  Change change = Change::rise;
  Severity severity = Severity::notice;
  Silence silence = Silence::too_short;
  Instant onset;
  Instant found_at;
  Interval size;      // after minus before, in the unit of the signal
  double before = 0;  // what it usually is, in the unit of the signal
};

}  // namespace foreshock
