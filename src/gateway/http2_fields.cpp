#include "gateway/http2_fields.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "wire/text.h"

namespace foreshock::gateway {
namespace http2_fields_impl {

constexpr size_t overhead = 32;  // bytes that each field counts besides its own
// RFC 9113, section 8.2.2.
constexpr std::array<std::string_view, 5> of_http1_alone = {"connection", "keep-alive", "proxy-connection",
                                                            "transfer-encoding", "upgrade"};

}  // namespace http2_fields_impl

bool RequestFields::add(std::string_view name, std::string_view value) {
  bytes_ += name.size() + value.size() + http2_fields_impl::overhead;
  if (++fields_ > 2 * limits_.fields || bytes_ > 2 * limits_.bytes) return false;
  if (fields_ <= limits_.fields && bytes_ <= limits_.bytes) keep(name, value);
  return true;
}

void RequestFields::keep(std::string_view name, std::string_view value) {
  if (name == ":method")
    head_.method = value;
  else if (name == ":path")
    head_.target = value;
  else if (name == ":authority")
    authority_ = value;
  else if (name == "cookie")
    cookie_.append(cookie_.empty() ? "" : "; ").append(value);
  else if (!name.starts_with(':'))
    head_.headers.add(name, value);
}

Result<wire::RequestHead> RequestFields::take() {
  if (bytes_ > limits_.bytes)
    return fail(Code::head_too_large, fmt::format("the head is over {} bytes", limits_.bytes));
  if (fields_ > limits_.fields)
    return fail(Code::head_too_large, fmt::format("more than {} header fields", limits_.fields));
  if (!authority_.empty()) head_.headers.set("host", authority_);
  if (!cookie_.empty()) head_.headers.add("cookie", cookie_);
  return std::move(head_);
}

std::vector<wire::Headers::Field> answer_fields(const wire::ResponseHead& head) {
  using http2_fields_impl::of_http1_alone;
  std::vector<wire::Headers::Field> fields{{":status", fmt::to_string(head.status)}};
  for (const auto& [name, value] : head.headers) {
    std::string low = wire::lowered(name);
    if (std::find(of_http1_alone.begin(), of_http1_alone.end(), low) == of_http1_alone.end())
      fields.emplace_back(std::move(low), value);
  }
  return fields;
}

}  // namespace foreshock::gateway
