#include "enginesim/api_error.h"

#include <nlohmann/json.hpp>

namespace foreshock::enginesim {
namespace api_error_impl {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

const char* type_of(int status) {
  if (status == 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

}  // namespace api_error_impl

std::string to_json(const ApiError& error) {
  using namespace api_error_impl;
  Json body;
  body["error"]["message"] = error.message;
  body["error"]["type"] = type_of(error.status);
  body["error"]["param"] = text_or_null(error.param);
  body["error"]["code"] = text_or_null(error.code);
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace foreshock::enginesim
