#include "wire/calendar.h"

#include <gtest/gtest.h>

namespace foreshock::wire::calendar_test {

std::string calendar(std::string_view events) {
  return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + std::string(events) + "END:VCALENDAR\r\n";
}
std::string refusal(std::string_view text) {
  const auto read = read_calendar(text);
  EXPECT_FALSE(read);
  return read ? "" : read.error().what();
}

TEST(Calendar, ReadsTheEventsInTheirOrder) {
  const auto entries =
      read_calendar(calendar("BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261130T140000Z\r\n"
                             "DTEND:20261130T160000Z\r\nSUMMARY:Season 4\\, the gre\r\n at update\r\n"
                             "END:VEVENT\r\n"
                             "BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261201\nEND:VEVENT\n"))
          .value();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].summary, "Season 4, the great update");
  EXPECT_EQ(entries[0].start, parse_iso8601("2026-11-30T14:00:00Z"));
  EXPECT_EQ(entries[0].end, parse_iso8601("2026-11-30T16:00:00Z"));
  EXPECT_EQ(entries[1].start, parse_iso8601("2026-12-01T00:00:00Z"));
  EXPECT_FALSE(entries[1].end);
  EXPECT_TRUE(read_calendar(calendar("")).value().empty());
}

TEST(Calendar, SaysWhatItDoesNotTake) {
  EXPECT_EQ(refusal("hello"), "no calendar: it must begin with BEGIN:VCALENDAR");
  EXPECT_EQ(refusal(calendar("BEGIN:VEVENT\r\nDTSTART;TZID=Europe/Berlin:20261130T140000\r\nEND:VEVENT\r\n")),
            "line 4: expected a time in UTC or a day: DTSTART;TZID=Europe/Berlin:20261130T140000");
  EXPECT_EQ(refusal(calendar("BEGIN:VEVENT\r\nDTSTART:20261130\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n")),
            "line 5: an event that repeats is not taken: RRULE:FREQ=DAILY");
  EXPECT_EQ(refusal(calendar("BEGIN:VEVENT\r\nEND:VEVENT\r\n")),
            "line 4: an event without DTSTART: END:VEVENT");
  EXPECT_EQ(refusal(calendar("END:VEVENT\r\n")),
            "line 3: events that do not begin and end in turn: END:VEVENT");
  EXPECT_EQ(refusal(calendar("BEGIN:VEVENT\r\nBEGIN:VEVENT\r\n")),
            "line 4: events that do not begin and end in turn: BEGIN:VEVENT");
  EXPECT_EQ(refusal("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261130"),
            "line 3: the last event has no END:VEVENT: DTSTART:20261130");
}

}  // namespace foreshock::wire::calendar_test
