#pragma once
// An observation as the fixed bytes of a ring record. The layout is described in docs/format/store.md.
#include <array>
#include <cstddef>
#include <optional>

#include "core/observation.h"

namespace foreshock::store {

inline constexpr size_t observation_record_size = 496;
using ObservationRecord = std::array<std::byte, observation_record_size>;

// Texts that are too long together are cut at a border of UTF-8 characters; gaps and because are not kept.
ObservationRecord pack(const Observation& observation);

// Nothing when a field has a value that this version does not know.
std::optional<Observation> unpack(const ObservationRecord& record);

// When the packed observation ended, without the cost of unpacking it.
Instant end_of(const ObservationRecord& record);
// The number of its identity.
uint64_t number_of(const ObservationRecord& record);

}  // namespace foreshock::store
