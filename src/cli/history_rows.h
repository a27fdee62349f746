#pragma once
// What was read of a source as history for the store.
#include <vector>

#include "collect/source_answer.h"
#include "store/history.h"

namespace foreshock::cli {

// The values of each series by the minute in which they lie; with a sketch where the signal is a
// distribution.
std::vector<store::SeriesHistory> history_of(const std::vector<collect::SourceRows>& rows);

}  // namespace foreshock::cli
