#include "gateway/patience.h"

#include <algorithm>

namespace foreshock::gateway {
namespace patience_impl {

// In PATTERN * stands for any characters, also none. Cost: both lengths multiplied, at worst.
bool matches(std::string_view pattern, std::string_view text) {
  size_t at = 0, star = std::string_view::npos, resume = 0;
  for (size_t i = 0; i < text.size();) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = i;
    } else if (at < pattern.size() && pattern[at] == text[i]) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace patience_impl

Patience patience_with(std::string_view model, const GatewayOptions& options) {
  Patience patience{options.timeouts.first_byte, options.timeouts.idle};
  const auto found =
      std::find_if(options.models.begin(), options.models.end(),
                   [model](const ModelOptions& one) { return patience_impl::matches(one.match, model); });
  if (found == options.models.end()) return patience;
  if (found->first_byte > Duration{}) patience.first_byte = found->first_byte;
  if (found->idle > Duration{}) patience.idle = found->idle;
  return patience;
}

}  // namespace foreshock::gateway
