#include "wire/retry_after.h"

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

std::optional<Instant> date(const std::string& text) {
  std::tm parts{};
  const char* const end = strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return Instant(std::chrono::seconds(timegm(&parts)));
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
  return then && *then > now ? at_most(seconds(*then - now)) : Duration{};
}

}  // namespace foreshock::wire
