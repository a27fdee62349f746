#include "gateway/passed_fields.h"

#include <algorithm>

#include "wire/text.h"

namespace foreshock::gateway {
namespace passed_fields_impl {

constexpr std::string_view always =
    "accept-ranges, age, allow, cache-control, content-*, date, deprecation, etag, expires, last-modified, "
    "link, "
    "location, pragma, retry-after, retry-after-ms, server, server-timing, sunset, transfer-encoding, vary, "
    "via, "
    "warning, www-authenticate, request-id, x-request-id, x-should-retry, x-accel-buffering, traceparent, "
    "tracestate, "
    "access-control-*, ratelimit*, x-ratelimit-*, anthropic-*, openai-*, x-foreshock-*";

}  // namespace passed_fields_impl

PassedFields::PassedFields(std::string_view further) {
  for (const std::string_view list : {passed_fields_impl::always, further})
    for (const std::string_view name : wire::split(list, ',')) {
      std::string low = wire::lowered(wire::trimmed(name));
      if (low.empty()) continue;
      if (low.back() != '*') {
        names_.push_back(std::move(low));
      } else {
        low.pop_back();
        beginnings_.push_back(std::move(low));
      }
    }
  std::sort(names_.begin(), names_.end());
}

bool PassedFields::admits(std::string_view name) const {
  const std::string low = wire::lowered(name);
  return std::binary_search(names_.begin(), names_.end(), low) ||
         std::any_of(beginnings_.begin(), beginnings_.end(),
                     [&low](const std::string& beginning) { return low.starts_with(beginning); });
}

}  // namespace foreshock::gateway
