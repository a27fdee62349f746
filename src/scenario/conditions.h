#pragma once
// When something holds: SCENARIO.md section 1, Conditions.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/instant.h"
#include "core/result.h"
#include "enginesim/request_faults.h"

namespace foreshock::scenario {

enum class Comparison : uint8_t { equal, less, at_most, more, at_least };

struct CountTest {
  Comparison comparison = Comparison::equal;
  int64_t limit = 0;
  bool holds(int64_t count) const;
  bool operator==(const CountTest&) const = default;
};

struct DurationTest {
  Comparison comparison = Comparison::equal;
  Duration limit{0};
  bool holds(Duration duration) const;
  bool operator==(const DurationTest&) const = default;
};

// Local hours of a day, FROM in and TO out; TO before FROM passes midnight.
struct HourWindow {
  int from = 0, to = 24;
  bool holds(Duration since_midnight) const;
};

// Days of the week as bits, Monday the lowest.
struct Weekdays {
  uint8_t days = 0;
  bool holds(int day) const { return ((days >> day) & 1) != 0; }  // 0: Monday
};

using enginesim::Effort;
enum class Sampling : uint8_t { plain, greedy, penalties, json, logprobs };
enum class Prefix : uint8_t { hit, miss };

// All must hold; one that is absent or empty always does. A list holds where one of its members is met.
struct Conditions {
  // Of the class of a request.
  std::vector<std::string> classes, keys, languages, code_languages;
  std::vector<Sampling> sampling;
  std::vector<Effort> efforts;
  std::optional<bool> stream;
  // Of a request. prompt_tokens counts the history, before any cut; idle times are of its session.
  std::optional<CountTest> prompt_tokens, context_tokens, turn;
  std::optional<DurationTest> idle, longest_idle;
  std::optional<bool> tools, code;
  std::optional<Prefix> prefix;
  // Of the replica. cold: its first 20 requests, or 60 s, after a start or load.
  std::optional<CountTest> running, waiting, served;
  std::optional<DurationTest> uptime, gap;
  std::optional<bool> cold;
  std::vector<std::string> devices, zones, pools, versions;
  // Of the time.
  std::optional<HourWindow> hour;
  std::optional<Weekdays> weekday;
};

// ">=16k", "<1k", "4096"; ">1h"; "22-4"; "Sat-Sun", "Sun". Errors: bad_config, without a place.
Result<CountTest> parse_count_test(std::string_view text);
Result<DurationTest> parse_duration_test(std::string_view text);
Result<HourWindow> parse_hours(std::string_view text);
Result<Weekdays> parse_weekdays(std::string_view text);

}  // namespace foreshock::scenario
