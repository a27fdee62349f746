#pragma once
// How values stand in the API: times in Unix seconds, durations in seconds, what is missing as null. For .cpp
// files.
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/instant.h"

namespace foreshock::console {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

inline Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

// Bytes that are no UTF-8 are replaced: a client may have sent them as the name of its model.
inline std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace foreshock::console
