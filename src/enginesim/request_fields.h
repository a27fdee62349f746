#pragma once
// The fields of a request's JSON object, with OpenAI's errors.
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "enginesim/api_error.h"

namespace foreshock::enginesim {

// Reads one field after another and keeps the first error; a field that is absent, null or wrong reads as
// nothing.
class RequestFields {
 public:
  // OBJECT must be an object and outlive this.
  explicit RequestFields(const nlohmann::json& object) : object_(object) {}

  bool has(const char* name) const { return find(name) != nullptr; }
  // Nullptr when absent or null.
  const nlohmann::json* find(const char* name) const;
  std::optional<bool> boolean(const char* name);
  std::optional<int64_t> integer(const char* name, int64_t min, int64_t max);
  std::optional<double> number(const char* name, double min, double max);
  std::optional<std::string> text(const char* name);
  const nlohmann::json* array(const char* name);
  const nlohmann::json* object(const char* name);

  // Code is invalid_type: EXPECTED is "an integer", say.
  void wrong_type(const std::string& name, const char* expected, const nlohmann::json& found);
  void fail(std::string param, std::string code, std::string message);
  const std::optional<ApiError>& error() const { return error_; }

 private:
  void out_of_range(const char* name, const std::string& range);

  const nlohmann::json& object_;
  std::optional<ApiError> error_;
};

}  // namespace foreshock::enginesim
