#pragma once
// Action: which dial, from, to, until when, and how to undo it.
#include <string>

#include "core/identity.h"
#include "core/instant.h"
#include "core/series.h"

namespace foreshock {

// A leased value: after UNTIL the previous one holds again, even when whoever set it is dead.
struct DialSetting {
  std::string dial;
  Stratum scope;  // empty: everywhere
  double value = 0;
  double previous = 0;
  Instant until;
};

enum class Autonomy : uint8_t { observe, suggest, act };

struct Action {
  Identity id{Noun::action, 0};
  Because because;  // the diagnosis
  std::string policy;
  Autonomy autonomy = Autonomy::observe;
  DialSetting setting;
  Instant at;
};

}  // namespace foreshock
