#include "scenario/possible.h"

#include <algorithm>
#include <array>
#include <span>

#include "scenario/series_names.h"

namespace foreshock::scenario {
namespace possible_impl {

using enginesim::Dial;

struct Made {
  Dial dial;
  EventKind kind;
};
constexpr std::array made_by_dials = {
    Made{Dial::load_rate, EventKind::traffic_surge},
    Made{Dial::load_users, EventKind::traffic_surge},
    Made{Dial::load_rate, EventKind::user_growth},
    Made{Dial::load_users, EventKind::user_growth},
    Made{Dial::restart, EventKind::restart},
    Made{Dial::rss_growth, EventKind::restart},
    Made{Dial::probe_version, EventKind::harness_change},
    Made{Dial::route_weight, EventKind::routing_change},
    Made{Dial::route_misroute, EventKind::routing_change},
    Made{Dial::route_weight, EventKind::provider_change},
    Made{Dial::route_weight, EventKind::scale},
};

bool turns(const Story& story, Dial dial) {
  return std::any_of(story.faults.begin(), story.faults.end(),
                     [&](const Fault& fault) { return fault.dial == dial; });
}

bool any_class(const Story& story, double LoadClass::*share) {
  return std::any_of(story.load.begin(), story.load.end(),
                     [&](const LoadClass& load) { return load.*share > 0; });
}

bool asks_for_logprobs(const Story& story) {
  return (story.probes.logprobs && story.probes.questions > 0) ||
         std::any_of(story.load.begin(), story.load.end(),
                     [](const LoadClass& load) { return load.sampling == Sampling::logprobs; });
}

}  // namespace possible_impl

bool can_happen(EventKind kind, const Story& story) {
  for (const StoryEvent& event : story.events)
    if (event.kind == kind || (event.restart && kind == EventKind::restart)) return true;
  for (const auto& made : possible_impl::made_by_dials)
    if (made.kind == kind && possible_impl::turns(story, made.dial)) return true;
  const bool asks_again = story.clients.retries > 0 || story.clients.regenerate > 0;
  return (kind == EventKind::model_version && story.canary.has_value()) ||
         (kind == EventKind::traffic_surge && asks_again);
}

std::string_view lack_of(std::string_view series, const Story& story) {
  using possible_impl::any_class;
  const SeriesName* row = find_by_name<SeriesName>(series_names, series);
  switch (row != nullptr ? row->need : SeriesNeed::nothing) {
    case SeriesNeed::nothing:
      return {};
    case SeriesNeed::speculation:
      return story.engine.speculation || possible_impl::turns(story, enginesim::Dial::spec_draft_length)
                 ? ""
                 : "the engine has no 'spec'";
    case SeriesNeed::questions:
      return story.probes.questions > 0 ? "" : "probes ask no questions";
    case SeriesNeed::planted_facts:
      return story.probes.planted_facts > 0 ? "" : "probes plant no facts";
    case SeriesNeed::ratings:
      return story.clients.feedback > 0 ? "" : "clients give no feedback";
    case SeriesNeed::tools:
      return any_class(story, &LoadClass::tools) ? "" : "no class calls tools";
    case SeriesNeed::code:
      return any_class(story, &LoadClass::code) ? "" : "no class asks for code";
    case SeriesNeed::logprobs:
      return possible_impl::asks_for_logprobs(story) ? "" : "nobody asks for logprobs";
  }
  return {};
}

}  // namespace foreshock::scenario
