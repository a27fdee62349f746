#pragma once
// The catalogue of causes: what each looks like, and what to do about it.
#include <array>
#include <span>
#include <string_view>

#include "core/event.h"
#include "core/finding.h"

namespace foreshock::diagnose {

// How surely a cause shows itself in a signal: the log-likelihood ratio when the signal moved that way, and
// when it surely did not.
struct Weight {
  double there = 0, absent = 0;
};
inline constexpr Weight always{3.0, -3.0};
inline constexpr Weight mostly{2.0, -1.0};
inline constexpr Weight often{1.0, -0.3};

struct Symptom {
  std::string_view signal;  // empty: no more
  Change change = Change::rise;
  Weight weight;
  bool either_way = false;
};

// The kinds of event that bring a cause with them.
struct Trigger {
  EventKind kind = EventKind::maintenance;
  double weight = 0;  // log-likelihood ratio when such an event stands at the onset; 0: no more
};

struct CauseKind {
  std::string_view name;  // SCENARIO.md, section 4
  std::string_view what;  // one sentence
  double prior = 0.01;    // share of incidents; SPEC B4 for the two that it names
  std::array<Symptom, 6> symptoms{};
  std::array<Trigger, 4> triggers{};
  std::string_view advice;  // what to check or change first
};

std::span<const CauseKind> cause_kinds();

}  // namespace foreshock::diagnose
