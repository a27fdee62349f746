#pragma once
// The record of ring files of version 1, to be read only.
#include "store/observation_record.h"

namespace foreshock::store {

// Nothing when a field has a value that is not known.
std::optional<Observation> unpack_version_1(const ObservationRecord& record);

}  // namespace foreshock::store
