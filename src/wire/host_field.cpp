#include "wire/host_field.h"

#include <fmt/format.h>

#include "core/shown.h"
#include "wire/text.h"
#include "wire/url.h"

namespace foreshock::wire {

std::optional<std::string> host_of(std::string_view authority) {
  const auto url = parse_url(fmt::format("http://{}", authority));
  if (!url || authority.find('/') != std::string_view::npos) return std::nullopt;
  std::string host = lowered(url->host);
  if (host.ends_with('.')) host.pop_back();
  if (host.empty()) return std::nullopt;
  return host;
}

Result<void> check_host(const RequestHead& head) {
  const size_t count = head.headers.count("host");
  if (count > 1 || (count == 0 && head.minor_version >= 1))
    return fail(Code::bad_request, fmt::format("a request needs one Host field, found {}", count));
  const std::string_view host = head.headers.find("host").value_or("");
  if (host.empty() || host_of(host)) return {};
  return fail(Code::bad_request, fmt::format("the Host field is no host[:port]: '{}'", shown(host)));
}

}  // namespace foreshock::wire
