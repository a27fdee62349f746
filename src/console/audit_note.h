#pragma once
// Lines of the audit log about what is no dial: who came in, who let the demo go wrong.
#include <string>
#include <string_view>

#include "core/engine_deed.h"
#include "core/instant.h"

namespace foreshock::console {

// {"at","what","who","automatic":false,"peer","because":[]}, as of mitigate's lines; PEER: the address that
// asked.
std::string audit_note(Instant at, std::string_view what, std::string_view who, std::string_view peer);

// Of what an engine was told to do, and what came of it: "replica", "act", "values", "good" and "outcome"
// besides; no peer.
std::string audit_note(const EngineDeed& deed);

}  // namespace foreshock::console
