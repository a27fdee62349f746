#include "gateway/error_reply.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace foreshock::gateway {
namespace error_reply_impl {

std::string_view type_of(Code code) {
  const int status = row_of(code).http_status;
  if (status == 404) return "not_found_error";
  if (status == 504) return "timeout_error";
  if (status == 503) return "overloaded_error";
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
                            {"type", error_reply_impl::type_of(error.code())},
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
