#pragma once
// The fields of a message of HTTP/2 (RFC 9113, section 8), from and to heads as HTTP/1 has them.
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

// The head of a request, field by field, as far as the limits allow.
class RequestFields {
 public:
  explicit RequestFields(wire::HeadLimits limits) : limits_(limits) {}

  // NAME in lower case, or with a colon before it. nghttp2 has checked both for what HTTP/2 forbids. False:
  // the head is twice as large as the limits allow, and need not be read on.
  bool add(std::string_view name, std::string_view value);
  // As of HTTP/1.1: the authority is Host, the pieces of Cookie are one. Errors: head_too_large; sizes are
  // counted as RFC 9113, section 6.5.2, counts them.
  Result<wire::RequestHead> take();

 private:
  void keep(std::string_view name, std::string_view value);

  wire::HeadLimits limits_;
  size_t bytes_ = 0, fields_ = 0;
  wire::RequestHead head_;
  std::string authority_, cookie_;
};

// The status first; names in lower case; without the fields that only HTTP/1 knows.
std::vector<wire::Headers::Field> answer_fields(const wire::ResponseHead& head);

}  // namespace foreshock::gateway
