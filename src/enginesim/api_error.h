#pragma once
// A refusal as OpenAI's API words it.
#include <string>

#include <tl/expected.hpp>

namespace foreshock::enginesim {

struct ApiError {
  int status = 400;
  std::string message;
  std::string param;  // empty: null
  std::string code;   // empty: null
};
template <class T>
using ApiResult = tl::expected<T, ApiError>;

// {"error":{"message","type","param","code"}}; the type follows from the status.
std::string to_json(const ApiError& error);

}  // namespace foreshock::enginesim
