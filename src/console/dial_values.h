#pragma once
// How settings of dials stand in the API, and who makes them. For .cpp files.
#include "console/json_values.h"
#include "core/action.h"
#include "net/route.h"

namespace foreshock::console {

inline constexpr size_t longest_name = 64;  // of dials and people, in bytes

Json ids(const Because& because);
// {"dial","scope","value","previous","until"}
Json to_json(const DialSetting& setting);
// Whoever a token told to be; without tokens, whoever says so of themselves.
std::string who_asks(const net::HttpRequest& request, const std::optional<std::string>& said);
// Of REQUEST, whose BODY may say "who". Errors: bad_request.
Result<Warrant> warrant_of(const net::HttpRequest& request, const nlohmann::json& body);

}  // namespace foreshock::console
