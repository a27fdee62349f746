// Values as people write them: what is read and printed reads as the same value.
#include <cmath>

#include "core/identity.h"
#include "core/option.h"
#include "input.h"
#include "scenario/quantities.h"

namespace foreshock::fuzz {

template <class Value>
void check(std::string_view text) {
  Value value{}, again{};
  if (!parse_value(text, value)) return;
  const std::string printed = print_value(value);
  FORESHOCK_MUST(parse_value(printed, again));
  FORESHOCK_MUST(print_value(again) == printed);
}

void check_times(std::string_view text) {
  if (const auto time = parse_iso8601(text)) {
    const auto back = parse_iso8601(iso8601(*time));
    FORESHOCK_MUST(!back || (*back <= *time && *time - *back < std::chrono::milliseconds(1)));
  }
  if (const auto identity = parse_identity(text)) FORESHOCK_MUST(to_text(*identity) == text);
}

void check_quantities(std::string_view text) {
  if (const auto time = scenario::parse_duration(text))
    FORESHOCK_MUST(*time >= Duration::zero() && *time <= std::chrono::hours(24 * 3650));
  if (const auto rate = scenario::parse_rate(text)) FORESHOCK_MUST(std::isfinite(*rate));
  if (const auto number = scenario::parse_number(text)) FORESHOCK_MUST(std::isfinite(*number));
  if (const auto count = scenario::parse_count(text))
    FORESHOCK_MUST(*count >= 0 && *count <= 1'000'000'000'000'000);
  if (const auto share = scenario::parse_share(text)) FORESHOCK_MUST(*share >= 0 && *share <= 1);
  if (const auto bytes = scenario::parse_bytes(text)) FORESHOCK_MUST(bytes->value >= 0);
  if (const auto time = scenario::parse_week_time(text))
    FORESHOCK_MUST(*time >= Duration::zero() && *time < std::chrono::hours(24 * 7));
  static_cast<void>(scenario::parse_weekday(text));
  static_cast<void>(scenario::parse_language(text));
  static_cast<void>(scenario::parse_timezone(text));
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::check<bool>(text);
  fuzz::check<int64_t>(text);
  fuzz::check<double>(text);
  fuzz::check<Duration>(text);
  fuzz::check<Bytes>(text);
  fuzz::check<Ratio>(text);
  fuzz::check_times(text);
  fuzz::check_quantities(text);
  return 0;
}
