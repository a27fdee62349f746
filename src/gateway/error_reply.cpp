#include "gateway/error_reply.h"

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace foreshock::gateway {
namespace error_reply_impl {

struct TypeRow {
  int status;
  std::string_view openai, anthropic;
};
// As the services themselves say it: their clients tell errors apart by it.
constexpr std::array types = {
    TypeRow{401, "invalid_request_error", "authentication_error"},
    TypeRow{403, "permission_error", "permission_error"},
    TypeRow{404, "not_found_error", "not_found_error"},
    TypeRow{413, "invalid_request_error", "request_too_large"},
    TypeRow{429, "rate_limit_error", "rate_limit_error"},
    TypeRow{503, "overloaded_error", "overloaded_error"},
    TypeRow{504, "timeout_error", "timeout_error"},
};

std::string_view type_of(wire::Dialect dialect, Code code) {
  const int status = row_of(code).http_status;
  for (const TypeRow& row : types)
    if (row.status == status) return dialect == wire::Dialect::anthropic ? row.anthropic : row.openai;
  return status < 500 ? "invalid_request_error" : "api_error";
}

// WHAT may hold bytes of a request: what is not UTF-8 is replaced.
std::string dump(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace error_reply_impl

std::string error_body(wire::Dialect dialect, const Error& error) {
  const std::string message = error.sentences();
  if (dialect == wire::Dialect::ollama) return error_reply_impl::dump({{"error", message}});
  nlohmann::json details = {{"message", message},
                            {"type", error_reply_impl::type_of(dialect, error.code())},
                            {"code", row_of(error.code()).name},
                            {"hint", error.hint()}};
  if (dialect == wire::Dialect::anthropic)
    return error_reply_impl::dump({{"type", "error"}, {"error", std::move(details)}});
  details["param"] = nullptr;
  return error_reply_impl::dump({{"error", std::move(details)}});
}

std::string error_event(wire::Dialect dialect, wire::Framing framing, const Error& error) {
  const std::string body = error_body(dialect, error);
  if (framing == wire::Framing::lines) return body + "\n";
  const std::string_view name =
      dialect == wire::Dialect::anthropic || dialect == wire::Dialect::openai_responses ? "event: error\n"
                                                                                        : "";
  return fmt::format("{}data: {}\n\n", name, body);
}

}  // namespace foreshock::gateway
