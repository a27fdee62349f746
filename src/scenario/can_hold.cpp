#include "scenario/can_hold.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "scenario/facts.h"

namespace foreshock::scenario {
namespace can_hold_impl {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double long_pause_s = 90 * 60;  // that of long_idle

struct Range {
  double least, most;
};

template <class Test>
bool is_met_in(const Test& test, Range range) {
  const double limit = magnitude(test.limit);
  switch (test.comparison) {
    case Comparison::equal:
      return limit >= range.least && limit <= range.most;
    case Comparison::less:
      return limit > range.least;
    case Comparison::at_most:
      return limit >= range.least;
    case Comparison::more:
      return limit < range.most;
    case Comparison::at_least:
      return limit <= range.most;
  }
  return true;
}

double most_turns(const LoadClass& load) {
  return load.turns.log_sd > 0 ? infinite : std::max(1.0, std::round(load.turns.median));
}

// A pause is drawn, but the clock of a run rounds it.
double longest_pause(const LoadClass& load) {
  if (most_turns(load) < 2) return 0;
  if (load.idle_between_turns.log_sd > 0) return infinite;
  const double usual = seconds(load.idle_between_turns.median);
  return 1.01 * std::max(usual, load.long_idle > 0 ? long_pause_s : 0) + 1;
}

double most_of(const std::vector<const LoadClass*>& classes, double (*value)(const LoadClass& load)) {
  double most = 0;
  for (const LoadClass* load : classes) most = std::max(most, value(*load));
  return most;
}

// A fault may raise the limit.
double most_running(const Story& story) {
  const bool turned = std::any_of(story.faults.begin(), story.faults.end(), [](const Fault& fault) {
    return fault.dial == enginesim::Dial::batch_max;
  });
  const auto healthy = static_cast<double>(story.engine.max_running);
  return turned ? std::max(healthy, row_of(enginesim::Dial::batch_max).range.max) : healthy;
}

std::string why(std::string_view key, Range range) {
  if (range.most == infinite)
    return fmt::format("'{}' can never be that: in this story it is at least {}", key, range.least);
  return fmt::format("'{}' can never be that: in this story it goes from {} to {}", key, range.least,
                     range.most);
}

}  // namespace can_hold_impl

std::vector<const LoadClass*> classes_in(const Conditions& conditions, const Story& story) {
  const bool calls = conditions.tools.value_or(false);
  const bool asks_for_code = !conditions.code_languages.empty() || conditions.code.value_or(false);
  std::vector<const LoadClass*> classes;
  for (const LoadClass& load : story.load)
    if ((load.tools > 0 || !calls) && (load.code > 0 || !asks_for_code) && holds_for(conditions, load))
      classes.push_back(&load);
  return classes;
}

std::optional<NeverHolds> never_holds(const Conditions& conditions, const Story& story, double most_tokens) {
  using namespace can_hold_impl;
  const auto classes = classes_in(conditions, story);
  if (classes.empty()) return NeverHolds{"", "no class of load is met by all that is asked"};
  std::optional<NeverHolds> found;
  const auto check = [&found](std::string_view key, const auto& test, Range range) {
    if (!found && test && !is_met_in(*test, range)) found = NeverHolds{key, why(key, range)};
  };
  const Range pauses{0, most_of(classes, longest_pause)}, any{0, infinite};
  check("turn", conditions.turn, {1, most_of(classes, most_turns)});
  check("prompt_tokens", conditions.prompt_tokens, {1, most_tokens});
  check("context_tokens", conditions.context_tokens, {1, most_tokens});
  check("idle", conditions.idle, pauses);
  check("longest_idle", conditions.longest_idle, pauses);
  check("running", conditions.running, {0, most_running(story)});
  check("waiting", conditions.waiting, any);
  check("served", conditions.served, any);
  check("uptime", conditions.uptime, any);
  check("gap", conditions.gap, any);
  return found;
}

bool some_replica_meets(const Conditions& conditions, std::span<const std::string> replicas,
                        const Story& story) {
  Conditions fixed;
  fixed.devices = conditions.devices;
  fixed.zones = conditions.zones;
  fixed.pools = conditions.pools;
  const auto meets = [&](const Replica& replica) {
    const bool named =
        replicas.empty() || std::find(replicas.begin(), replicas.end(), replica.name) != replicas.end();
    return named && holds_for(fixed, ReplicaFacts{.replica = &replica});
  };
  return std::any_of(story.engine.replicas.begin(), story.engine.replicas.end(), meets);
}

bool some_time_meets(const Conditions& conditions, Duration from, Duration to, const Story& story) {
  constexpr Duration hour = std::chrono::hours(1), week = 7 * 24 * hour;
  const Duration first = story.start + from, last = story.start + std::min(to, from + week);
  if (holds_at(conditions, first)) return true;
  for (Duration at = std::chrono::floor<std::chrono::hours>(first) + hour; at < last; at += hour)
    if (holds_at(conditions, at)) return true;
  return false;
}

}  // namespace foreshock::scenario
