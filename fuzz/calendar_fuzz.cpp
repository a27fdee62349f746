// A calendar is read whole or refused with its line.
#include "input.h"
#include "wire/calendar.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const auto entries = wire::read_calendar({reinterpret_cast<const char*>(data), size});
  if (!entries) {
    FORESHOCK_MUST(entries.error().code() == Code::bad_usage && !entries.error().what().empty());
    return 0;
  }
  for (const wire::CalendarEntry& entry : *entries) FORESHOCK_MUST(!iso8601(entry.start).empty());
  return 0;
}
