#pragma once
// Action: which dial, from, to, until when, and how to undo it.
#include <optional>
#include <string>
#include <string_view>

#include "core/identity.h"
#include "core/instant.h"
#include "core/result.h"
#include "core/series.h"

namespace foreshock {

// A knob that people and policies may turn while the service runs.
struct DialSpec {
  std::string_view name;
  std::string_view unit;
  double min, max;
  bool whole;             // takes whole numbers only
  bool of_replicas;       // its scope is always one replica
  std::string_view help;  // one sentence, with its full stop
};

// A leased value: after UNTIL what holds without it holds again, even when whoever set it is dead.
// How far ahead a lease may end.
constexpr Duration longest_lease = std::chrono::hours(24);

struct DialSetting {
  std::string dial;
  Stratum scope;                   // of dimension replica, class or model; empty: everywhere
  std::optional<double> value;     // nothing: the engine's own
  std::optional<double> previous;  // what holds without it, where that is known; nothing: the engine's own
  Instant until;                   // DialBoard::set tells the limits
};

// On whose word something is done, and why.
struct Warrant {
  std::string who;         // a policy, or a person
  bool automatic = false;  // a policy, that no person told to
  Because because;
};

// A setting that runs.
struct Lease {
  DialSetting setting;
  Warrant warrant;
  Instant since;
};

enum class Autonomy : uint8_t { observe, suggest, act };
std::string_view name_of(Autonomy autonomy);
Result<void> parse_value(std::string_view text, Autonomy& out);
std::string print_value(Autonomy value);

struct Action {
  Identity id{Noun::action, 0};
  Because because;  // the diagnosis
  std::string policy;
  Autonomy autonomy = Autonomy::observe;
  DialSetting setting;
  Instant at;
};

}  // namespace foreshock
