#pragma once
// The nouns that the loop makes as JSON, as they are kept in the store and stand in the API (docs/api.md),
// and back. Times are Unix seconds, what is missing is null.
#include <string>
#include <string_view>

#include "core/action.h"
#include "core/diagnosis.h"
#include "core/event.h"
#include "core/finding.h"
#include "core/page.h"
#include "core/result.h"
#include "core/verdict.h"

namespace foreshock::wire {

// One line. Bytes that are no UTF-8 are replaced.
std::string to_json(const Finding& finding);
std::string to_json(const Event& event);
std::string to_json(const Diagnosis& diagnosis);
std::string to_json(const Page& page);
std::string to_json(const Action& action);
std::string to_json(const Verdict& verdict);

// What to_json wrote. Errors: bad_request for anything else.
Result<Finding> read_finding(std::string_view text);
Result<Event> read_event(std::string_view text);
Result<Diagnosis> read_diagnosis(std::string_view text);
Result<Page> read_page(std::string_view text);
Result<Action> read_action(std::string_view text);
Result<Verdict> read_verdict(std::string_view text);

}  // namespace foreshock::wire
