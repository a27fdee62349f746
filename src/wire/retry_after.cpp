#include "wire/retry_after.h"

#include <algorithm>
#include <charconv>
#include <ctime>

namespace foreshock::wire {
namespace retry_after_impl {

constexpr double longest = 86400;  // seconds

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0)) return std::nullopt;
  return value;
}

// In Unix seconds: years of four digits reach further than an Instant.
std::optional<double> date(const std::string& text) {
  std::tm parts{};
  const char* const end = strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return static_cast<double>(timegm(&parts));
}

Duration at_most(double value) {
  return from_seconds(std::min(value, longest));
}

}  // namespace retry_after_impl

Duration retry_after(const Headers& headers, Instant now) {
  using namespace retry_after_impl;
  if (const auto field = headers.find("retry-after-ms"))
    if (const auto milliseconds = number(*field)) return at_most(*milliseconds / 1000);
  const auto field = headers.find("retry-after");
  if (!field) return {};
  if (const auto value = number(*field)) return at_most(*value);
  const auto then = date(std::string(*field));
  return then ? at_most(std::max(*then - unix_seconds(now), 0.0)) : Duration{};
}

}  // namespace foreshock::wire
