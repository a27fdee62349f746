#pragma once
// Where a dial holds, and which requests that means.
#include <array>
#include <string_view>

#include "core/series.h"

namespace foreshock::mitigate {

// The dimensions that a scope may have, from the widest to the narrowest; "" is everywhere. Where several
// hold for a request, the narrowest wins.
inline constexpr std::array<std::string_view, 4> scope_dimensions = {"", "model", "class", "replica"};

// What a request is, in the dimensions of scopes.
struct RequestScope {
  std::string_view model, request_class, replica;
};

// How narrow SCOPE is, by scope_dimensions; -1 where REQUEST lies outside.
int narrowness(const Stratum& scope, const RequestScope& request);

// Whether a request may lie in both.
bool overlap(const Stratum& a, const Stratum& b);

// {"replica": "a"} for people: "replica a"; "everywhere".
std::string to_text(const Stratum& scope);

}  // namespace foreshock::mitigate
