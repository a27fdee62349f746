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

Result<void> set_base(std::string_view base, Url& url) {
  if (base.find_first_of("?#") != std::string_view::npos)
    return fail(Code::bad_config, "a base url may not hold a query");
  if (std::any_of(base.begin(), base.end(), [](unsigned char c) { return c <= 0x20 || c == 0x7f; }))
    return fail(Code::bad_config, "a url holds no blanks and no control characters");
  while (base.ends_with('/')) base.remove_suffix(1);
  url.base = base;
  return {};
}

Result<Url> parse_unix(std::string_view text) {
  Url url{"unix", "localhost", 80};
  const std::string_view rest = text.substr(unix_scheme.size());
  const size_t colon = rest.find(':');
  url.socket = rest.substr(0, colon);
  if (!url.socket.starts_with('/') || url.socket.ends_with('/'))
    return fail(Code::bad_config, fmt::format("the path of the socket is not whole: '{}'", text),
                "Write it as unix:/run/engine.sock, or unix:/run/engine.sock:/v1 with a base.");
  if (colon == std::string_view::npos) return url;
  const std::string_view base = rest.substr(colon + 1);
  if (!base.starts_with('/'))
    return fail(Code::bad_config,
                fmt::format("the base after the socket does not begin with a slash: '{}'", text),
                "Write it as unix:/run/engine.sock:/v1.");
  FORESHOCK_CHECK(set_base(base, url));
  return url;
}

}  // namespace url_impl

Result<Url> parse_url(std::string_view text) {
  if (text.starts_with(unix_scheme)) return url_impl::parse_unix(text);
  const size_t scheme_end = text.find("://");
  if (scheme_end == std::string_view::npos)
    return fail(
        Code::bad_config,
        fmt::format("the url has no scheme: '{}'", text.substr(text.rfind('@') + 1)),  // no credentials
        "Write it as http://host:port, or unix:/path.");
  Url url;
  url.scheme = text.substr(0, scheme_end);
  if (url.scheme != "http" && url.scheme != "https")
    return fail(Code::bad_config, fmt::format("the scheme must be http or https, found '{}'", url.scheme));
  const std::string_view rest = text.substr(scheme_end + 3);
  const size_t slash = rest.find_first_of("/?#");
  FORESHOCK_CHECK(url_impl::read_authority(rest.substr(0, slash), url));
  if (slash != std::string_view::npos) FORESHOCK_CHECK(url_impl::set_base(rest.substr(slash), url));
  return url;
}

std::string Url::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
  return port == (scheme == "https" ? 443 : 80) ? name : fmt::format("{}:{}", name, port);
}

std::string Url::place() const {
  return socket.empty() ? authority() : fmt::format("{}{}", unix_scheme, socket);
}

std::string Url::text() const {
  return at(base);
}

std::string Url::at(std::string_view target) const {
  if (socket.empty()) return fmt::format("{}://{}{}", scheme, authority(), target);
  return fmt::format("{}{}{}", place(), target.empty() ? "" : ":", target);
}

std::string Url::target_for(std::string_view target) const {
  if (url_impl::is_version(url_impl::last_segment(base))) {
    const std::string_view version = url_impl::first_segment(target);
    if (url_impl::is_version(version)) target.remove_prefix(1 + version.size());
  }
  return base + std::string(target);
}

std::optional<std::string> form_decoded(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    unsigned byte = 0;
    const char* digits = text.data() + i + 1;
    if (text.size() - i < 3 || std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2)
      return std::nullopt;
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

std::string percent_encoded(std::string_view text) {
  const auto is_plain = [](char c) {
    return is_alphanumeric(c) || std::string_view("-._~").find(c) != std::string_view::npos;
  };
  std::string encoded;
  for (const char c : text)
    encoded += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return encoded;
}

Result<std::string_view> origin_form(std::string_view target) {
  const size_t scheme_end = target.find("://");
  if (target.starts_with('/') || scheme_end == std::string_view::npos ||
      target.substr(0, scheme_end).find_first_of("/?") != std::string_view::npos)
    return target;
  const std::string_view rest = target.substr(scheme_end + 3);
  const size_t end = rest.find_first_of("/?#");
  if (rest.substr(0, end).find('@') != std::string_view::npos)
    return fail(Code::bad_request, "the request target holds credentials", "Send them in a header field.");
  return end == std::string_view::npos || rest[end] != '/' ? std::string_view("/") : rest.substr(end);
}

}  // namespace foreshock::wire
