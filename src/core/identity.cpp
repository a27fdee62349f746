#include "core/identity.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace foreshock {
namespace identity_impl {
constexpr std::array<std::string_view, 8> names = {"observation", "series",  "finding", "diagnosis",
                                                   "action",      "verdict", "event",   "page"};
}

std::string_view name_of(Noun noun) {
  return identity_impl::names[static_cast<size_t>(noun)];
}

std::string to_text(Identity identity) {
  return fmt::format("{}-{:016x}", name_of(identity.noun), identity.number);
}

std::optional<Identity> parse_identity(std::string_view text) {
  const size_t dash = text.rfind('-');
  if (dash == std::string_view::npos || text.size() - dash != 17) return std::nullopt;
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data() + dash + 1, text.data() + text.size(), number, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const auto name = std::find(identity_impl::names.begin(), identity_impl::names.end(), text.substr(0, dash));
  if (name == identity_impl::names.end()) return std::nullopt;
  const Identity identity{static_cast<Noun>(name - identity_impl::names.begin()), number};
  return to_text(identity) == text ? std::optional(identity) : std::nullopt;
}

}  // namespace foreshock
