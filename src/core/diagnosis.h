#pragma once
// Diagnosis: what may have caused a finding, ranked, with the evidence for and against.
#include <optional>
#include <string>
#include <vector>

#include "core/identity.h"
#include "core/instant.h"
#include "core/series.h"
#include "core/shift.h"

namespace foreshock {

// How a signal stands since the onset.
struct Measured {
  SeriesKey series;
  Standing standing = Standing::unknown;
  double before = 0, after = 0;  // in the unit of the signal
};

struct Evidence {
  std::string statement;  // for people, without numbers that have a unit
  double weight = 0;      // log-likelihood ratio: positive speaks for, negative against
  Because because;
  std::optional<Measured> measured;  // where it is of a signal
};

struct Cause {
  std::string name;  // a row of the cause catalogue
  double probability = 0;
  std::vector<Evidence> evidence;
};

struct Diagnosis {
  Identity id{Noun::diagnosis, 0};
  Because because;  // the findings
  Instant at;
  std::vector<Cause> causes;     // best first
  std::vector<Identity> events;  // held responsible, best first
};

}  // namespace foreshock
