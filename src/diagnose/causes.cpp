#include "diagnose/causes.h"

#include <vector>

#include "diagnose/cause_tables.h"

namespace foreshock::diagnose {

std::span<const CauseKind> cause_kinds() {
  static const std::vector<CauseKind> all = [] {
    std::vector<CauseKind> kinds;
    for (const auto part : {engine_causes(), service_causes(), answer_causes()})
      kinds.insert(kinds.end(), part.begin(), part.end());
    return kinds;
  }();
  return all;
}

}  // namespace foreshock::diagnose
