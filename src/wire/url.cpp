#include "wire/url.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/shown.h"
#include "wire/text.h"

namespace foreshock::wire {
namespace url_impl {

// "v1", "v4", "v1beta": a version segment.
bool is_version(std::string_view segment) {
  return segment.size() >= 2 && segment[0] == 'v' && is_digit(segment[1]);
}

std::string_view last_segment(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// "/v1/models" -> "v1".
std::string_view first_segment(std::string_view path) {
  path.remove_prefix(path.starts_with('/') ? 1 : 0);
  return path.substr(0, path.find_first_of("/?"));
}

Result<uint16_t> parse_port(std::string_view text) {
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || port == 0)
    return fail(Code::bad_config, fmt::format("the port is not a number from 1 to 65535: '{}'", text));
  return port;
}

// Of names and IPv4 addresses; in brackets of IPv6 addresses, with a zone. Others would end in the Host
// field.
bool is_host(std::string_view host, bool bracketed) {
  const std::string_view others = bracketed ? ":.%-_" : ".-_";
  return (!bracketed || host.find(':') != std::string_view::npos) &&
         std::all_of(host.begin(), host.end(),
                     [&](char c) { return is_alphanumeric(c) || others.find(c) != std::string_view::npos; });
}

// Splits "host:port", "[::1]:port" and "host".
Result<void> read_authority(std::string_view authority, Url& url) {
  if (authority.find('@') != std::string_view::npos)
    return fail(Code::bad_config, "a url may not hold credentials",
                "Give the key as api_key of the backend.");
  std::string_view port;
  if (authority.starts_with('[')) {
    const size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos)
      return fail(Code::bad_config, "an IPv6 address has no closing bracket");
    url.host = authority.substr(1, bracket - 1);
    port = authority.substr(bracket + 1);
    if (!port.empty() && port.front() != ':')
      return fail(Code::bad_config, "only a port may follow an IPv6 address");
  } else {
    const size_t colon = authority.find(':');
    if (authority.find(':', colon + 1) != std::string_view::npos && colon != std::string_view::npos)
      return fail(Code::bad_config, fmt::format("write an IPv6 address in brackets: '{}'", authority));
    url.host = authority.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view() : authority.substr(colon);
  }
  if (url.host.empty()) return fail(Code::bad_config, "the url has no host");
  if (!is_host(url.host, authority.starts_with('[')))
    return fail(Code::bad_config, fmt::format("the url's host is no name or address: '{}'", shown(url.host)));
  url.port = url.scheme == "https" ? 443 : 80;
  if (!port.empty()) {
    FORESHOCK_TRY(url.port, parse_port(port.substr(1)));
  }
  return {};
}

}  // namespace url_impl

Result<Url> parse_url(std::string_view text) {
  const size_t scheme_end = text.find("://");
  if (scheme_end == std::string_view::npos)
    return fail(Code::bad_config, fmt::format("the url has no scheme: '{}'", text),
                "Write it as http://host:port.");
  Url url;
  url.scheme = text.substr(0, scheme_end);
  if (url.scheme != "http" && url.scheme != "https")
    return fail(Code::bad_config, fmt::format("the scheme must be http or https, found '{}'", url.scheme));
  const std::string_view rest = text.substr(scheme_end + 3);
  const size_t slash = rest.find_first_of("/?#");
  FORESHOCK_CHECK(url_impl::read_authority(rest.substr(0, slash), url));
  if (slash != std::string_view::npos) url.base = rest.substr(slash);
  if (url.base.find_first_of("?#") != std::string::npos)
    return fail(Code::bad_config, "a base url may not hold a query");
  if (std::any_of(url.base.begin(), url.base.end(), [](unsigned char c) { return c <= 0x20 || c == 0x7f; }))
    return fail(Code::bad_config, "a url holds no blanks and no control characters");
  while (url.base.ends_with('/')) url.base.pop_back();
  return url;
}

std::string Url::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
  return port == (scheme == "https" ? 443 : 80) ? name : fmt::format("{}:{}", name, port);
}

std::string Url::target_for(std::string_view target) const {
  if (url_impl::is_version(url_impl::last_segment(base))) {
    const std::string_view version = url_impl::first_segment(target);
    if (url_impl::is_version(version)) target.remove_prefix(1 + version.size());
  }
  return base + std::string(target);
}

}  // namespace foreshock::wire
