#pragma once
// How far what is wrong reaches: where a dial is to be turned.
#include <optional>

#include "core/finding.h"
#include "core/shift.h"

namespace foreshock::flow {

// The stratum of LEAD; the total where LEAD is of one replica, the same is so of another one or of all
// together, and no other replica surely stands otherwise: a cause that stands everywhere is answered
// everywhere.
Stratum reach_of(const Finding& lead, const ShiftBook& book, Instant now);

}  // namespace foreshock::flow
