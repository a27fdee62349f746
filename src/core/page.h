#pragma once
// Page: what a person gets. One an incident, when it leaves.
#include <vector>

#include "core/diagnosis.h"
#include "core/event.h"
#include "core/finding.h"

namespace foreshock {

struct Page {
  Identity id{Noun::page, 0};
  Finding lead;
  std::vector<Identity> findings;  // all of the incident
  Diagnosis diagnosis;
  std::vector<Event> events;  // held responsible, best first
  Instant at;
};

}  // namespace foreshock
