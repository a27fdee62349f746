#include "core/action.h"

#include <array>

#include <fmt/format.h>

#include "core/catalog.h"

namespace foreshock {
namespace action_impl {

// In the order of the enum.
constexpr std::array<std::string_view, 3> autonomies = {"observe", "suggest", "act"};

}  // namespace action_impl

std::string_view name_of(Autonomy autonomy) {
  return action_impl::autonomies[static_cast<size_t>(autonomy)];
}

Result<void> parse_value(std::string_view text, Autonomy& out) {
  using action_impl::autonomies;
  for (size_t i = 0; i < autonomies.size(); ++i) {
    if (autonomies[i] != text) continue;
    out = static_cast<Autonomy>(i);
    return {};
  }
  return fail(Code::bad_config, fmt::format("expected observe, suggest or act, found '{}'.{}", text,
                                            did_you_mean(text, autonomies)));
}

std::string print_value(Autonomy value) {
  return std::string(name_of(value));
}

}  // namespace foreshock
