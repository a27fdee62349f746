#pragma once
// What stands in the audit log for each thing done to a dial.
#include <string>

#include "core/action.h"

namespace foreshock::mitigate {

enum class Deed : uint8_t { set, undo, expiry, approve, decline, undo_all, release };
std::string_view name_of(Deed deed);

struct AuditEntry {
  Instant at;
  Deed deed;
  Warrant warrant;
  // Of the dial, but for undo_all and release: where it stood and where it stands.
  std::optional<DialSetting> setting;
  std::optional<double> from, to;
};

// One JSON object without its end:
// {"at","what","who","automatic","dial","scope","from","to","until","because"}. Times are UTC; null is the
// engine's own value.
std::string audit_line(const AuditEntry& entry);

}  // namespace foreshock::mitigate
