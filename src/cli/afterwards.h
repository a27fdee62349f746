#pragma once
// What became of an action, by the audit log: who approved, declined or undid it, and the kill switch. DEEDS
// are lines of the log (mitigate/audit.h) as JSON, newest first; texts are lines with their ends.
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/action.h"

namespace foreshock::cli {

// Empty: nothing was done to its dial after it.
std::string afterwards_text(const Action& action, const nlohmann::json& deeds);
// While it holds: since when, and who threw it.
std::string kill_switch_text(const nlohmann::json& deeds);

}  // namespace foreshock::cli
