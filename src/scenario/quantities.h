#pragma once
// The quantities of the language as text. Errors: bad_config, what was expected and what stood there, without
// a place.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/instant.h"
#include "core/option.h"
#include "core/result.h"

namespace foreshock::scenario {

// "expected WHAT, found 'TEXT'"
tl::unexpected<Error> expected(std::string_view what, std::string_view text);

Result<Duration> parse_duration(std::string_view text);     // 90s, 5m, 1h30m, 7d, 800ms, 0; at most 3650d
Result<double> parse_rate(std::string_view text);           // 4/s, 12/m, 15/h; in 1/s
Result<double> parse_number(std::string_view text);         // 0.5, 16k (k: 1,000)
Result<int64_t> parse_count(std::string_view text);         // a whole number from 0 to 1e15, 16k, 1.5k
Result<double> parse_share(std::string_view text);          // 0 to 1
Result<bool> parse_flag(std::string_view text);             // true, false
Result<Bytes> parse_bytes(std::string_view text);           // 64GiB
Result<std::string> parse_name(std::string_view text);      // anything that is not empty
Result<Duration> parse_week_time(std::string_view text);    // Mon 00:00; since Monday 00:00
Result<int> parse_weekday(std::string_view text);           // Mon is 0
Result<std::string> parse_language(std::string_view text);  // en, zh, pt-BR: ISO 639-1, a region
// UTC, Europe/Berlin; looked up where the machine has /usr/share/zoneinfo.
Result<std::string> parse_timezone(std::string_view text);

}  // namespace foreshock::scenario
