#include "enginesim/request_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace foreshock::enginesim {

using nlohmann::json;

const json* RequestFields::find(const char* name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

std::optional<bool> RequestFields::boolean(const char* name) {
  const json* field = find(name);
  if (!field) return std::nullopt;
  if (field->is_boolean()) return field->get<bool>();
  wrong_type(name, "a boolean", *field);
  return std::nullopt;
}

std::optional<int64_t> RequestFields::integer(const char* name, int64_t min, int64_t max) {
  const json* field = find(name);
  if (!field) return std::nullopt;
  if (!field->is_number_integer()) {
    wrong_type(name, "an integer", *field);
    return std::nullopt;
  }
  const auto value = field->get<int64_t>();
  const bool overflows = field->is_number_unsigned() && value < 0;
  if (!overflows && value >= min && value <= max) return value;
  out_of_range(name, fmt::format("between {} and {}, but got {}", min, max, field->dump()));
  return std::nullopt;
}

std::optional<double> RequestFields::number(const char* name, double min, double max) {
  const json* field = find(name);
  if (!field) return std::nullopt;
  if (!field->is_number()) {
    wrong_type(name, "a number", *field);
    return std::nullopt;
  }
  const auto value = field->get<double>();
  if (value >= min && value <= max) return value;
  out_of_range(name, fmt::format("between {} and {}, but got {}", min, max, field->dump()));
  return std::nullopt;
}

std::optional<std::string> RequestFields::text(const char* name) {
  const json* field = find(name);
  if (!field) return std::nullopt;
  if (field->is_string()) return field->get<std::string>();
  wrong_type(name, "a string", *field);
  return std::nullopt;
}

const json* RequestFields::array(const char* name) {
  const json* field = find(name);
  if (!field || field->is_array()) return field;
  wrong_type(name, "an array", *field);
  return nullptr;
}

const json* RequestFields::object(const char* name) {
  const json* field = find(name);
  if (!field || field->is_object()) return field;
  wrong_type(name, "an object", *field);
  return nullptr;
}

void RequestFields::wrong_type(const std::string& name, const char* expected, const json& found) {
  fail(name, "invalid_type",
       fmt::format("Invalid type for '{}': expected {}, but got {} instead.", name, expected,
                   found.is_null() ? "null" : found.type_name()));
}

void RequestFields::out_of_range(const char* name, const std::string& range) {
  fail(name, "invalid_value", fmt::format("Invalid value for '{}': expected a value {}.", name, range));
}

void RequestFields::fail(std::string param, std::string code, std::string message) {
  if (!error_) error_ = ApiError{400, std::move(message), std::move(param), std::move(code)};
}

}  // namespace foreshock::enginesim
