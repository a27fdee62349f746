#pragma once
// Where a client may carry a key, and how it is kept from going further.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

// Header fields, and parameters of the query (in any case, percent-encoded or not).
inline constexpr std::array<std::string_view, 5> credential_fields = {"authorization", "x-api-key", "api-key",
                                                                      "x-goog-api-key", "x-auth-token"};
inline constexpr std::array<std::string_view, 5> credential_parameters = {"key", "api_key", "api-key",
                                                                          "apikey", "access_token"};

// The keys that HEAD carries, without the word Bearer, those in fields first; empty for an Authorization that
// holds another scheme. Errors: bad_request for a field or parameter that stands there twice: who reads the
// first and who the last would see two clients.
Result<std::vector<std::string>> credentials_in(const wire::RequestHead& head);

// Takes all of those out of HEAD, and cookies, and every other field or parameter that holds KEY, wherever a
// client put it; its empty text stands for none. Errors: bad_request where the path holds it.
Result<void> strip_credentials(wire::RequestHead& head, std::string_view key);

// Whether KEY stands in TEXT, as it is or percent-encoded; one of fewer than eight bytes never does.
bool holds_key(std::string_view text, std::string_view key);

// Takes every field out of HEADERS that holds KEY; an empty one stands for none.
void strip_fields_holding(wire::Headers& headers, std::string_view key);

}  // namespace foreshock::gateway
