#pragma once
// Diagnosis: what may have caused a finding, ranked, with the evidence for and against.
#include <string>
#include <vector>

#include "core/identity.h"
#include "core/instant.h"

namespace foreshock {

struct Evidence {
  std::string statement;  // with its numbers, for people
  double weight = 0;      // log-likelihood ratio: positive speaks for, negative against
  Because because;
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
