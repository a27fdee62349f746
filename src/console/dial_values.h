#pragma once
// How settings of dials stand in the API, and who makes them. For .cpp files.
#include "console/json_values.h"
#include "core/action.h"

namespace foreshock::console {

inline constexpr size_t longest_name = 64;  // of dials and people, in bytes

Json ids(const Because& because);
// {"dial","scope","value","previous","until"}
Json to_json(const DialSetting& setting);
// The person that BODY names as "who". Errors: bad_request.
Result<Warrant> warrant_of(const nlohmann::json& body);

}  // namespace foreshock::console
