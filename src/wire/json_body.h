#pragma once
// The JSON that people and programs send to our own endpoints. Errors are bad_request and name the member.
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"
#include "core/series.h"

namespace foreshock::wire {

// TEXT as an object whose members are all among KEYS.
Result<nlohmann::json> read_json_body(std::string_view text, std::span<const std::string_view> keys);

// Of BODY, an object; what is absent or null is nothing.
Result<std::optional<std::string>> text_member(const nlohmann::json& body, const char* key,
                                               size_t most_bytes);
Result<std::optional<double>> number_member(const nlohmann::json& body, const char* key);
// Unix seconds, or a text as of iso8601.
Result<std::optional<Instant>> time_member(const nlohmann::json& body, const char* key);
// {"replica": "a"}: one dimension and its value; {}: everywhere.
Result<std::optional<Stratum>> scope_member(const nlohmann::json& body, const char* key);
// SCOPE, where it is of a replica, names one of REPLICAS; where none are known, any.
Result<void> check_replica(const Stratum& scope, const std::vector<std::string>& replicas);

}  // namespace foreshock::wire
