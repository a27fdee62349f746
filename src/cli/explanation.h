#pragma once
// A page with its action and verdict, in plain words.
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace foreshock::cli {

// FOUND, its members as of the API: {"page", "action", "verdict", "deeds", "stopped"}, action and verdict
// null where there is none; {"finding"} for one of which nobody was told; {"learning", "now"}: nothing was
// found. Errors: bad_request for anything else.
Result<std::string> explanation_of(const nlohmann::json& found);

}  // namespace foreshock::cli
