#include "scenario/possible.h"

#include <algorithm>
#include <array>
#include <vector>

#include "scenario/facts.h"
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

using Classes = std::vector<const LoadClass*>;

Classes classes_in(const Where& where, const Story& story) {
  const Conditions& when = where.conditions;
  Classes classes;
  for (const LoadClass& load : story.load) {
    const bool asks_for_code = !when.code_languages.empty() || when.code.value_or(false);
    const bool has_it = (load.tools > 0 || !when.tools.value_or(false)) && (load.code > 0 || !asks_for_code);
    if (has_it && holds_for(when, load)) classes.push_back(&load);
  }
  return classes;
}

bool any(const Classes& classes, auto has) {
  return std::any_of(classes.begin(), classes.end(), [&](const LoadClass* load) { return has(*load); });
}

bool streams(const LoadClass& load) {
  return load.stream;
}
bool calls_tools(const LoadClass& load) {
  return load.tools > 0;
}
bool asks_for_code(const LoadClass& load) {
  return load.code > 0;
}
bool reasons(const LoadClass& load) {
  return load.reasoning_tokens.median > 0;
}
bool takes_turns(const LoadClass& load) {
  return load.turns.median >= 1.5 || load.turns.log_sd > 0;
}
bool asks_for_logprobs(const LoadClass& load) {
  return load.sampling == Sampling::logprobs;
}

bool probes_ask(const Story& story) {
  return story.probes.questions + story.probes.planted_facts > 0;
}

std::string_view lack_of(SeriesNeed need, const Classes& classes, const Story& story) {
  const auto unless = [](bool there, std::string_view lack) { return there ? std::string_view() : lack; };
  switch (need) {
    case SeriesNeed::nothing:
      return {};
    case SeriesNeed::speculation:
      return unless(story.engine.speculation.has_value(), "the engine has no 'spec'");
    case SeriesNeed::questions:
      return unless(story.probes.questions > 0, "probes ask no questions");
    case SeriesNeed::planted_facts:
      return unless(story.probes.planted_facts > 0, "probes plant no facts");
    case SeriesNeed::ratings:
      return unless(story.clients.feedback > 0, "clients give no feedback");
    case SeriesNeed::tools:
      return unless(any(classes, calls_tools), "no class calls tools");
    case SeriesNeed::code:
      return unless(any(classes, asks_for_code), "no class asks for code");
    case SeriesNeed::logprobs:
      return unless(
          (story.probes.logprobs && probes_ask(story)) || (story.text > 0 && any(classes, asks_for_logprobs)),
          "nobody asks for logprobs");
    case SeriesNeed::streaming:
      return unless(any(classes, streams), "no class streams its answers");
    case SeriesNeed::reasoning:
      return unless(any(classes, reasons), "no class reasons");
    case SeriesNeed::turns:
      return unless(any(classes, takes_turns), "no session has a second turn");
    case SeriesNeed::retries:
      return unless(story.clients.retries > 0, "clients do not retry");
    case SeriesNeed::regeneration:
      return unless(story.clients.regenerate > 0, "clients do not ask again");
    case SeriesNeed::counted_text:
      return unless(story.text > 0 || probes_ask(story), "no answer is written out, for text is 0");
  }
  return {};
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

std::string_view lack_of(std::string_view series, const Story& story, const Where& where) {
  const auto classes = possible_impl::classes_in(where, story);
  if (classes.empty()) return "no class is in 'where'";
  const SeriesName* row = find_by_name<SeriesName>(series_names, series);
  if (row == nullptr) return {};
  if (row->on == MeasuredOn::texts && story.text <= 0) return "no answer is written out, for text is 0";
  if (row->on == MeasuredOn::replicas && ask_for_request(where.conditions))
    return "it is a replica's, and 'where' asks for requests";
  return possible_impl::lack_of(row->need, classes, story);
}

}  // namespace foreshock::scenario
