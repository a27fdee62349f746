#pragma once
// A signal: what it is called and how it is read off an Observation. To add one: a function, and a row in
// signals.cpp.
#include <optional>
#include <span>
#include <string_view>

#include "core/observation.h"
#include "core/signal_spec.h"

namespace foreshock::signals {

// Nothing when the observation says nothing about it: an absent first token is not a first token after 0 s.
using Measure = std::optional<double> (*)(const Observation& observation);

struct SignalKind {
  std::string_view name;
  SignalSpec spec;
  Measure measure;  // nullptr: not read off single observations (see spec.help)
};

// The table of all signals.
std::span<const SignalKind> signal_kinds();
// Their specs, for store, telemetry and console.
std::span<const SignalSpec> signal_specs();

}  // namespace foreshock::signals
