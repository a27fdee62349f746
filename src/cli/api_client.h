#pragma once
// One call of a running Foreshock.
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/result.h"

namespace foreshock::cli {

// GET, or POST of BODY where there is one; to the gateway with the key in FORESHOCK_KEY, to the console
// (paths under /api/) with the token in FORESHOCK_ADMIN_TOKEN. BASE is a url without a path. Errors: what the
// service says, bad requests as bad_usage; those of net::HttpClient, with where it was looked for.
Result<nlohmann::json> call_api(const std::string& base, std::string_view path,
                                const nlohmann::json* body = nullptr);

}  // namespace foreshock::cli
