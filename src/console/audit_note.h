#pragma once
// Lines of the audit log about what is no dial: who came in, who let the demo go wrong.
#include <string>
#include <string_view>

#include "core/instant.h"

namespace foreshock::console {

// {"at","what","who","automatic":false,"peer","because":[]}, as of mitigate's lines; PEER: the address that
// asked.
std::string audit_note(Instant at, std::string_view what, std::string_view who, std::string_view peer);

}  // namespace foreshock::console
