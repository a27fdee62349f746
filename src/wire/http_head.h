#pragma once
// HTTP/1.1 message heads: parsing, framing rules and serialising (RFC 9112). No sockets.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace foreshock::wire {

// Fields in the order in which they stood; names keep their case and compare without it.
class Headers {
 public:
  using Field = std::pair<std::string, std::string>;

  void add(std::string_view name, std::string_view value) { fields_.emplace_back(name, value); }
  // The first value of that name.
  std::optional<std::string_view> find(std::string_view name) const;
  // Whether a comma-separated list field (Connection, Transfer-Encoding) has that token.
  bool has_token(std::string_view name, std::string_view token) const;
  size_t count(std::string_view name) const;
  void remove(std::string_view name);
  void set(std::string_view name, std::string_view value);
  void keep_if(auto&& wanted) {
    std::erase_if(fields_, [&](const Field& field) { return !wanted(std::string_view(field.first)); });
  }
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  size_t size() const { return fields_.size(); }

 private:
  std::vector<Field> fields_;
};

struct RequestHead {
  std::string method;
  std::string target;
  int minor_version = 1;
  Headers headers;
};

struct ResponseHead {
  int status = 0;
  std::string reason;
  int minor_version = 1;
  Headers headers;
};

// How the length of a body is known.
struct BodyFraming {
  enum class Kind : uint8_t { none, length, chunked, until_close };
  Kind kind = Kind::none;
  uint64_t length = 0;
};

struct HeadLimits {
  size_t bytes = 64 * 1024;
  size_t fields = 200;
};

// The length of the head at the front of BYTES, its empty line included; nothing while it is not whole.
// Errors: head_too_large when it is over the limit.
Result<std::optional<size_t>> head_length(std::string_view bytes, const HeadLimits& limits = {});

// HEAD is a whole head as head_length found it. Strict where laxness allows smuggling: no white space before
// a colon, no line folding, no control characters, no bare CR. A lone LF ends a line of an answer; in a
// request it is refused. Errors: bad_request.
Result<RequestHead> parse_request_head(std::string_view head, const HeadLimits& limits = {});
Result<ResponseHead> parse_response_head(std::string_view head, const HeadLimits& limits = {});

// RFC 9112, section 6.3. Refuses Content-Length together with Transfer-Encoding, lengths that differ or are
// not numbers, transfer codings other than chunked, and any of a client of HTTP/1.0. Errors: bad_request.
Result<BodyFraming> request_framing(const RequestHead& head);
Result<BodyFraming> response_framing(const ResponseHead& head, std::string_view request_method);

// Whether the connection may carry another message after this one.
bool keeps_alive(const Headers& headers, int minor_version);

// Removes the fields of RFC 9110, section 7.6.1, and those that Connection names.
void strip_hop_by_hop(Headers& headers);

std::string to_bytes(const RequestHead& head);
std::string to_bytes(const ResponseHead& head);
std::string_view reason_of(int status);

}  // namespace foreshock::wire
