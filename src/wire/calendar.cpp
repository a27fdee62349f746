#include "wire/calendar.h"

#include <fmt/format.h>

#include "core/shown.h"
#include "wire/text.h"

namespace foreshock::wire {
namespace calendar_impl {

struct Line {
  size_t number;     // of its first part, from 1
  std::string text;  // unfolded
};

// A line that begins with a blank goes on with the one before it.
std::vector<Line> unfolded(std::string_view text) {
  std::vector<Line> lines;
  size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool goes_on = !lines.empty() && (line.starts_with(' ') || line.starts_with('\t'));
    if (goes_on)
      lines.back().text.append(line.substr(1));
    else if (!line.empty())
      lines.push_back({number, std::string(line)});
  }
  return lines;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape) ++i;
    out += escape && lower(text[i]) == 'n' ? ' ' : text[i];
  }
  return out;
}

// 20261130T140000Z or 20261130.
std::optional<Instant> parse_time(std::string_view text) {
  const bool day_only = text.size() == 8;
  if (!day_only && text.size() != 16) return std::nullopt;
  const std::string_view time = day_only ? "T000000Z" : text.substr(8);
  return parse_iso8601(fmt::format("{}-{}-{}{}:{}:{}{}", text.substr(0, 4), text.substr(4, 2),
                                   text.substr(6, 2), time.substr(0, 3), time.substr(3, 2), time.substr(5, 2),
                                   time.substr(7)));
}

tl::unexpected<Error> wrong(const Line& line, std::string_view what, std::string hint) {
  return fail(Code::bad_usage, fmt::format("line {}: {}: {}", line.number, what, shown(line.text)),
              std::move(hint));
}

Result<Instant> read_time(const Line& line, std::string_view value) {
  if (const auto time = parse_time(value)) return *time;
  return wrong(line, "expected a time in UTC or a day", "Write it as DTSTART:20261130T140000Z.");
}

Result<void> read_property(const Line& line, CalendarEntry& entry) {
  const std::string_view text = line.text;
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, std::min(colon, text.find(';')));
  const std::string_view value = text.substr(std::min(colon + 1, text.size()));
  if (name == "SUMMARY") entry.summary = unescaped(value);
  if (name == "DTSTART") {
    FORESHOCK_TRY(entry.start, read_time(line, value));
  }
  if (name == "DTEND") {
    FORESHOCK_TRY(entry.end, read_time(line, value));
  }
  if (name == "RRULE") return wrong(line, "an event that repeats is not taken", "List its dates one by one.");
  return {};
}

}  // namespace calendar_impl

Result<std::vector<CalendarEntry>> read_calendar(std::string_view text) {
  using namespace calendar_impl;
  const std::vector<Line> lines = unfolded(text);
  if (lines.empty() || lines.front().text != "BEGIN:VCALENDAR")
    return fail(Code::bad_usage, "no calendar: it must begin with BEGIN:VCALENDAR", "Give an .ics file.");
  std::vector<CalendarEntry> entries;
  bool inside = false;
  for (const Line& line : lines) {
    const bool begins = line.text == "BEGIN:VEVENT", ends = line.text == "END:VEVENT";
    if (begins == inside && (begins || ends))
      return wrong(line, "events that do not begin and end in turn", "Give the file as a calendar wrote it.");
    if (begins) {
      inside = true;
      entries.push_back({});
    } else if (ends) {
      inside = false;
      if (entries.back().start == Instant{})
        return wrong(line, "an event without DTSTART", "Say when it began.");
    } else if (inside) {
      FORESHOCK_CHECK(read_property(line, entries.back()));
    }
  }
  if (inside)
    return wrong(lines.back(), "the last event has no END:VEVENT", "The file is cut: give it whole.");
  return entries;
}

}  // namespace foreshock::wire
