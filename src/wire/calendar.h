#pragma once
// Events of a calendar file (iCalendar, RFC 5545).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.h"
#include "core/result.h"

namespace foreshock::wire {

struct CalendarEntry {
  std::string summary;
  Instant start;
  std::optional<Instant> end;
};

// The VEVENTs of TEXT, in their order. Times are UTC (…Z), days begin at 00:00 UTC; there is no table of time
// zones here. Errors: bad_usage with the line, for a local time, an event that repeats, and what is no
// calendar.
Result<std::vector<CalendarEntry>> read_calendar(std::string_view text);

}  // namespace foreshock::wire
