#include "net/address.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <asio/ip/address.hpp>

#include "wire/text.h"
#include "wire/url.h"

namespace foreshock::net {
namespace address_impl {

tl::unexpected<Error> bad(std::string_view what, std::string_view text, std::string hint) {
  return fail(Code::bad_config, fmt::format("{}, found '{}'", what, text), std::move(hint));
}

bool is_host_character(char c) {
  return wire::is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
}

// What reads addresses for Asio ends at a byte of value 0.
bool is_ipv4(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return false;
  asio::error_code error;
  asio::ip::make_address_v4(std::string(text), error);
  return !error;
}

// A zone, as in fe80::1%eth0, is of letters, digits, dots, hyphens and underscores.
bool is_ipv6(std::string_view text) {
  const std::string_view zone = text.substr(std::min(text.find('%'), text.size()));
  if (!zone.empty() && (zone.size() == 1 || !std::all_of(zone.begin() + 1, zone.end(), is_host_character)))
    return false;
  if (text.find('\0') != std::string_view::npos) return false;
  asio::error_code error;
  asio::ip::make_address_v6(std::string(text), error);
  return !error;
}

// Letters, digits, dots, hyphens and underscores; what looks like an IPv4 address must be one.
bool is_host(std::string_view host) {
  const bool numeric =
      std::all_of(host.begin(), host.end(), [](char c) { return wire::is_digit(c) || c == '.'; });
  if (numeric) return is_ipv4(host);
  return std::all_of(host.begin(), host.end(), is_host_character);
}

Result<uint16_t> parse_port(std::string_view port, std::string_view text) {
  uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (port.empty() || error != std::errc() || end != port.data() + port.size())
    return bad("expected a port from 0 to 65535 after the last colon", text, "For example 127.0.0.1:8400.");
  return number;
}

// "[::1]:8400"
Result<Address> parse_bracketed(std::string_view text) {
  const size_t close = text.find("]:");
  if (close == std::string_view::npos) return bad("expected [address]:port", text, "For example [::1]:8400.");
  const std::string_view host = text.substr(1, close - 1);
  if (!is_ipv6(host))
    return bad("expected an IPv6 address between the brackets", text, "For example [::1]:8400.");
  FORESHOCK_TRY(const uint16_t port, parse_port(text.substr(close + 2), text));
  return Address{std::string(host), port};
}

// Without its brackets; nothing where TEXT says more, or something else.
std::optional<std::string_view> host_alone(std::string_view text) {
  const bool bracketed = text.starts_with('[') && text.ends_with(']');
  if (bracketed) text = text.substr(1, text.size() - 2);
  if (is_ipv6(text)) return text;
  return !bracketed && !text.empty() && is_host(text) ? std::optional(text) : std::nullopt;
}

}  // namespace address_impl

using wire::unix_scheme;

bool is_numeric(std::string_view host) {
  return address_impl::is_ipv4(host) || address_impl::is_ipv6(host);
}

Result<Address> parse_address(std::string_view text) {
  using namespace address_impl;
  if (text.starts_with('[')) return parse_bracketed(text);
  if (text.find("://") != std::string_view::npos)
    return bad("expected host:port", text, "Leave out the scheme; for example 127.0.0.1:8400.");
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos)
    return bad("expected host:port", text, "Add the port; for example 127.0.0.1:8400.");
  const std::string_view host = text.substr(0, colon);
  if (host.find(':') != std::string_view::npos)
    return bad("expected host:port", text, "Put an IPv6 address in brackets; for example [::1]:8400.");
  if (!host.empty() && !is_host(host))
    return bad("expected a host name or an address before the colon", text, "For example localhost:8400.");
  FORESHOCK_TRY(const uint16_t port, parse_port(text.substr(colon + 1), text));
  return Address{std::string(host), port};
}

Result<Address> parse_listen_address(std::string_view text) {
  const bool is_scheme = text == unix_scheme.substr(0, unix_scheme.size() - 1);  // no host: a path is meant
  const auto host = is_scheme ? std::nullopt : address_impl::host_alone(text);
  if (host) return Address{std::string(*host), usual_port};
  if (!is_scheme && !text.starts_with(unix_scheme)) return parse_address(text);
  const std::string_view path = is_scheme ? std::string_view() : text.substr(unix_scheme.size());
  if (path.starts_with('/') && !path.ends_with('/')) return Address{"", 0, std::string(path)};
  return address_impl::bad("expected the whole path of a socket after unix:", text,
                           "For example unix:/run/foreshock.sock.");
}

std::string to_text(const Address& address) {
  if (!address.path.empty()) return fmt::format("{}{}", unix_scheme, address.path);
  const bool bracketed = address.host.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", bracketed ? "[" : "", address.host, bracketed ? "]" : "", address.port);
}

}  // namespace foreshock::net
