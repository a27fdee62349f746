#include "scenario/check_effects.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "scenario/can_hold.h"
#include "scenario/possible.h"
#include "scenario/timeline.h"

namespace foreshock::scenario {
namespace check_effects_impl {

struct Needed {
  Dial dial;
  StoryNeed need;
};
constexpr std::array needed = {
    Needed{Dial::spec_acceptance, StoryNeed::speculation},
    Needed{Dial::spec_draft_length, StoryNeed::speculation},
    Needed{Dial::spec_judge_share, StoryNeed::speculation},
    Needed{Dial::spec_judge_bypass, StoryNeed::speculation},
    Needed{Dial::text_placeholder, StoryNeed::code},
    Needed{Dial::text_syntax, StoryNeed::code},
    Needed{Dial::tool_invalid, StoryNeed::tools},
    Needed{Dial::tool_missing, StoryNeed::tools},
    Needed{Dial::tool_duplicate_args, StoryNeed::tools},
    Needed{Dial::reasoning_tokens, StoryNeed::reasoning},
    Needed{Dial::reasoning_zero_share, StoryNeed::reasoning},
    Needed{Dial::reasoning_ignore_effort, StoryNeed::reasoning},
    Needed{Dial::client_thumbs_up, StoryNeed::ratings},
    Needed{Dial::probe_version, StoryNeed::probes},
    Needed{Dial::probe_score, StoryNeed::probes},
    Needed{Dial::probe_bos_double, StoryNeed::probes},
};

Result<void> check_conditions(const wire::YamlNode& item, const Conditions& when, const Story& story) {
  const auto never = never_holds(when, story, std::numeric_limits<double>::infinity());
  if (!never) return {};
  return refuse(value_or_map(item.at("when"), never->key), never->why);
}

// In the history too where it is always on.
Result<void> check_time(const wire::YamlNode& item, const Fault& fault, const Story& story) {
  const Duration from = fault.always ? -story.history : fault.at;
  if (some_time_meets(fault.when, from, fault.until.value_or(story.length) + fault.ramp, story)) return {};
  return refuse(item.at("when"), "no such hour or weekday comes while the fault is on");
}

Result<void> check_replicas(const wire::YamlNode& item, const Fault& fault, const Story& story) {
  if (some_replica_meets(fault.when, fault.replicas, story)) return {};
  return refuse(item.at("when"), "no replica of the fault is of that device, zone and pool");
}

Result<void> check_need(const wire::YamlNode& item, const Fault& fault, const Story& story) {
  for (const auto& [dial, need] : needed) {
    if (dial != fault.dial) continue;
    const std::string_view lack = lack_of(need, fault.when, story);
    if (!lack.empty())
      return refuse(item.at("dial"), fmt::format("{} has no effect: {}", row_of(dial).name, lack));
  }
  return {};
}

}  // namespace check_effects_impl

Result<void> check_effects(const Value& story) {
  using namespace check_effects_impl;
  const auto routes = story.node.at("engine").at("route").items(), faults = story.node.at("faults").items();
  for (size_t i = 0; i < routes.size(); ++i)
    FORESHOCK_CHECK(check_conditions(routes[i], story.story.engine.routes[i].when, story.story));
  for (size_t i = 0; i < faults.size(); ++i) {
    const Fault& fault = story.story.faults[i];
    FORESHOCK_CHECK(check_conditions(faults[i], fault.when, story.story));
    FORESHOCK_CHECK(check_replicas(faults[i], fault, story.story));
    FORESHOCK_CHECK(check_time(faults[i], fault, story.story));
    FORESHOCK_CHECK(check_need(faults[i], fault, story.story));
  }
  return {};
}

}  // namespace foreshock::scenario
