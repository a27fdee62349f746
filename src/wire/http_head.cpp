#include "wire/http_head.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "wire/text.h"

namespace foreshock::wire {
namespace http_head_impl {

constexpr std::array<std::string_view, 9> hop_by_hop = {
    "connection",          "keep-alive", "proxy-connection", "proxy-authenticate", "te",
    "proxy-authorization", "trailer",    "upgrade",          "transfer-encoding"};

// RFC 9110, section 5.6.2.
bool is_token_character(char c) {
  return is_alphanumeric(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_field_value(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
  });
}

// Takes one line off the front of REST, without its end. A CR elsewhere than before the LF stays in the line.
std::string_view take_line(std::string_view& rest) {
  const size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Lenient readers and strict ones would see two requests where a lone LF stands.
bool has_lone_lf(std::string_view head) {
  for (size_t end = head.find('\n'); end != std::string_view::npos; end = head.find('\n', end + 1))
    if (end == 0 || head[end - 1] != '\r') return true;
  return false;
}

Result<Headers> parse_fields(std::string_view rest, const HeadLimits& limits) {
  Headers headers;
  for (std::string_view line = take_line(rest); !line.empty(); line = take_line(rest)) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      return fail(Code::bad_request,
                  fmt::format("header line {} has no valid name before a colon", headers.size() + 1));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (!is_field_value(value))
      return fail(Code::bad_request,
                  fmt::format("header '{}' holds a control character", line.substr(0, colon)));
    if (headers.size() == limits.fields)
      return fail(Code::head_too_large, fmt::format("more than {} header fields", limits.fields));
    headers.add(line.substr(0, colon), value);
  }
  return headers;
}

// "HTTP/1.x" -> x.
std::optional<int> minor_version(std::string_view text) {
  if (text.size() != 8 || !text.starts_with("HTTP/1.") || !is_digit(text[7])) return std::nullopt;
  return text[7] - '0';
}

// The one length that all Content-Length fields agree on; nothing when there is none.
Result<std::optional<uint64_t>> content_length(const Headers& headers) {
  std::optional<uint64_t> length;
  for (const auto& [name, value] : headers) {
    if (!equals_ignoring_case(name, "content-length")) continue;
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || error != std::errc() || end != value.data() + value.size())
      return fail(Code::bad_request, fmt::format("Content-Length is not a number: '{}'", value));
    if (length && *length != number)
      return fail(Code::bad_request,
                  fmt::format("two Content-Length fields differ: {} and {}", *length, number));
    length = number;
  }
  return length;
}

Result<BodyFraming> framing(const Headers& headers, BodyFraming otherwise) {
  FORESHOCK_TRY(const auto length, content_length(headers));
  if (headers.count("transfer-encoding") > 0) {
    if (length) return fail(Code::bad_request, "Content-Length and Transfer-Encoding in one message");
    if (headers.count("transfer-encoding") > 1)
      return fail(Code::bad_request, "two Transfer-Encoding fields in one message");
    if (!equals_ignoring_case(*headers.find("transfer-encoding"), "chunked"))
      return fail(Code::bad_request,
                  fmt::format("unknown Transfer-Encoding: '{}'", *headers.find("transfer-encoding")));
    return BodyFraming{BodyFraming::Kind::chunked, 0};
  }
  if (length) return BodyFraming{*length == 0 ? BodyFraming::Kind::none : BodyFraming::Kind::length, *length};
  return otherwise;
}

void append_fields(std::string& out, const Headers& headers) {
  for (const auto& [name, value] : headers) out.append(name).append(": ").append(value).append("\r\n");
  out.append("\r\n");
}

}  // namespace http_head_impl

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const auto& [field, value] : fields_)
    if (equals_ignoring_case(field, name)) return value;
  return std::nullopt;
}

bool Headers::has_token(std::string_view name, std::string_view token) const {
  for (const auto& [field, value] : fields_) {
    if (!equals_ignoring_case(field, name)) continue;
    for (std::string_view part : split(value, ','))
      if (equals_ignoring_case(trimmed(part), token)) return true;
  }
  return false;
}

size_t Headers::count(std::string_view name) const {
  return static_cast<size_t>(std::count_if(fields_.begin(), fields_.end(), [&](const Field& field) {
    return equals_ignoring_case(field.first, name);
  }));
}

void Headers::remove(std::string_view name) {
  std::erase_if(fields_, [&](const Field& field) { return equals_ignoring_case(field.first, name); });
}

void Headers::set(std::string_view name, std::string_view value) {
  remove(name);
  add(name, value);
}

Result<std::optional<size_t>> head_length(std::string_view bytes, const HeadLimits& limits) {
  const size_t searched = std::min(bytes.size(), limits.bytes);
  for (size_t newline = bytes.find('\n'); newline < searched; newline = bytes.find('\n', newline + 1)) {
    if (bytes.substr(newline + 1, 1) == "\n") return newline + 2;
    if (bytes.substr(newline + 1, 2) == "\r\n") return newline + 3;
  }
  if (bytes.size() >= limits.bytes)
    return fail(Code::head_too_large, fmt::format("the head is over {} bytes", limits.bytes));
  return std::nullopt;
}

Result<RequestHead> parse_request_head(std::string_view head, const HeadLimits& limits) {
  if (http_head_impl::has_lone_lf(head))
    return fail(Code::bad_request, "a line of the request's head does not end with CR LF");
  std::string_view line = http_head_impl::take_line(head);
  const size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last)
    return fail(Code::bad_request, "the request line has not three parts");
  RequestHead request;
  request.method = line.substr(0, first);
  request.target = line.substr(first + 1, last - first - 1);
  const auto minor = http_head_impl::minor_version(line.substr(last + 1));
  if (!http_head_impl::is_token(request.method)) return fail(Code::bad_request, "the method is not a token");
  if (!minor) return fail(Code::bad_request, "the request line does not end with HTTP/1.0 or HTTP/1.1");
  if (request.target.empty() || std::any_of(request.target.begin(), request.target.end(), [](char c) {
        return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
      }))
    return fail(Code::bad_request, "the request target is empty or holds a space or control character");
  request.minor_version = *minor;
  FORESHOCK_TRY(request.headers, http_head_impl::parse_fields(head, limits));
  return request;
}

Result<ResponseHead> parse_response_head(std::string_view head, const HeadLimits& limits) {
  const std::string_view line = http_head_impl::take_line(head);
  const auto minor = http_head_impl::minor_version(line.substr(0, 8));
  if (!minor || line.size() < 12 || line[8] != ' ' || !is_digit(line[9]) || !is_digit(line[10]) ||
      !is_digit(line[11]) || (line.size() > 12 && line[12] != ' '))
    return fail(Code::backend_broken, "the status line is not HTTP/1.x");
  ResponseHead response;
  response.minor_version = *minor;
  response.status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
  if (response.status < 100 || response.status > 599)
    return fail(Code::backend_broken,
                fmt::format("the status is not between 100 and 599: {}", response.status));
  if (line.size() > 13) response.reason = line.substr(13);
  if (!http_head_impl::is_field_value(response.reason))
    return fail(Code::backend_broken, "the reason phrase holds a control character");
  FORESHOCK_TRY(response.headers, http_head_impl::parse_fields(head, limits));
  return response;
}

Result<BodyFraming> request_framing(const RequestHead& head) {
  if (head.minor_version == 0 && head.headers.count("transfer-encoding") > 0)
    return fail(Code::bad_request, "Transfer-Encoding in a message of HTTP/1.0, which has none",
                "Send Content-Length, or speak HTTP/1.1.");
  return http_head_impl::framing(head.headers, BodyFraming{});
}

Result<BodyFraming> response_framing(const ResponseHead& head, std::string_view request_method) {
  if (request_method == "HEAD" || head.status / 100 == 1 || head.status == 204 || head.status == 304)
    return BodyFraming{};
  return http_head_impl::framing(head.headers, BodyFraming{BodyFraming::Kind::until_close, 0});
}

bool keeps_alive(const Headers& headers, int minor_version) {
  if (headers.has_token("connection", "close")) return false;
  return minor_version >= 1 || headers.has_token("connection", "keep-alive");
}

void strip_hop_by_hop(Headers& headers) {
  std::vector<std::string> named;
  for (const auto& [name, value] : headers)
    if (equals_ignoring_case(name, "connection"))
      for (std::string_view token : split(value, ',')) named.emplace_back(trimmed(token));
  for (const std::string& name : named) headers.remove(name);
  for (std::string_view name : http_head_impl::hop_by_hop) headers.remove(name);
}

std::string to_bytes(const RequestHead& head) {
  std::string out = fmt::format("{} {} HTTP/1.{}\r\n", head.method, head.target, head.minor_version);
  http_head_impl::append_fields(out, head.headers);
  return out;
}

std::string to_bytes(const ResponseHead& head) {
  std::string out = fmt::format("HTTP/1.{} {} {}\r\n", head.minor_version, head.status,
                                head.reason.empty() ? reason_of(head.status) : std::string_view(head.reason));
  http_head_impl::append_fields(out, head.headers);
  return out;
}

}  // namespace foreshock::wire
