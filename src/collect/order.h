#pragma once
// From what an operator wants of an engine to the call that does it, and from its answer to what it did.
#include <string>
#include <string_view>

#include "core/engine_deed.h"
#include "core/result.h"
#include "engine/control.h"

namespace foreshock::collect {

struct EngineCall {
  const engine::ActRow* row = nullptr;
  std::string method, target, body;  // TARGET: path and query
};

// Errors: bad_request, with what that engine does, or takes.
Result<EngineCall> call_for(const EngineOrder& order, const EngineIdentity& identity);

// What the answer tells of it: "tokens 215, bytes 141216, ms 0.285"; empty where it tells nothing.
std::string facts_in(std::string_view answer, const engine::ActRow& row);

}  // namespace foreshock::collect
