#include "scenario/possible.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "scenario/can_hold.h"
#include "scenario/facts.h"

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
bool comes(const LoadClass& load) {
  return load.rate.value_or(1) > 0;
}
bool asks_for_logprobs(const LoadClass& load) {
  return load.sampling == Sampling::logprobs;
}

bool probes_ask(const Story& story) {
  return story.probes.questions + story.probes.planted_facts > 0;
}

// A fault may make answers longer than the load says.
bool has_longer_answers(const Story& story) {
  constexpr std::array dials = {Dial::load_output_tokens, Dial::text_length, Dial::text_tokens_per_char,
                                Dial::text_loop, Dial::text_bang};
  return std::any_of(dials.begin(), dials.end(), [&](Dial dial) { return turns(story, dial); });
}

bool has_several_tokens(const LoadClass& load) {
  return load.output_tokens.median >= 1.5 || load.output_tokens.log_sd > 0 || reasons(load);
}

// Of a series of requests: whether it is filled by probes too.
bool is_probed(StoryNeed need) {
  return need == StoryNeed::questions || need == StoryNeed::planted_facts || need == StoryNeed::logprobs ||
         need == StoryNeed::counted_text;
}

std::string_view lack_of(StoryNeed need, const Classes& classes, const Story& story) {
  const auto unless = [](bool there, std::string_view lack) { return there ? std::string_view() : lack; };
  switch (need) {
    case StoryNeed::nothing:
      return {};
    case StoryNeed::speculation:
      return unless(story.engine.speculation.has_value(), "the engine has no 'spec'");
    case StoryNeed::questions:
      return unless(story.probes.questions > 0, "probes ask no questions");
    case StoryNeed::planted_facts:
      return unless(story.probes.planted_facts > 0, "probes plant no facts");
    case StoryNeed::ratings:
      return unless(story.clients.feedback > 0, "clients give no feedback");
    case StoryNeed::tools:
      return unless(any(classes, calls_tools), "no class calls tools");
    case StoryNeed::code:
      return unless(any(classes, asks_for_code), "no class asks for code");
    case StoryNeed::logprobs:
      return unless(
          (story.probes.logprobs && probes_ask(story)) || (story.text > 0 && any(classes, asks_for_logprobs)),
          "nobody asks for logprobs");
    case StoryNeed::streaming:
      return unless(any(classes, streams), "no class streams its answers");
    case StoryNeed::several_tokens:
      if (!any(classes, streams)) return lack_of(StoryNeed::streaming, classes, story);
      return unless(any(classes, has_several_tokens) || has_longer_answers(story),
                    "every answer is one token");
    case StoryNeed::reasoning:
      return unless(any(classes, reasons), "no class reasons");
    case StoryNeed::turns:
      return unless(any(classes, takes_turns), "no session has a second turn");
    case StoryNeed::retries:
      return unless(story.clients.retries > 0, "clients do not retry");
    case StoryNeed::regeneration:
      return unless(story.clients.regenerate > 0, "clients do not ask again");
    case StoryNeed::probes:
      return unless(probes_ask(story), "nobody probes");
    case StoryNeed::counted_text:
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
  using namespace possible_impl;
  const Classes classes = classes_in(where.conditions, story);
  if (classes.empty()) return "no class is in 'where'";
  const SeriesName* row = find_by_name<SeriesName>(series_names, series);
  if (row == nullptr) return {};
  if (row->on == MeasuredOn::texts && story.text <= 0) return "no answer is written out, for text is 0";
  if (row->on == MeasuredOn::replicas && ask_for_request(where.conditions))
    return "it is a replica's, and 'where' asks for requests";
  if (row->on != MeasuredOn::replicas && !is_probed(row->need) && !any(classes, comes))
    return "no request comes, for the rate is 0";
  return possible_impl::lack_of(row->need, classes, story);
}

std::string_view lack_of(StoryNeed need, const Conditions& when, const Story& story) {
  return possible_impl::lack_of(need, classes_in(when, story), story);
}

double most_affected(const Story& story) {
  using enginesim::Dial;
  double rate = 0, factor = 1;
  Duration onset = story.length;
  for (const LoadClass& load : story.load) {
    if (load.users || story.clients.regenerate > 0) return std::numeric_limits<double>::infinity();
    rate += *load.rate * (1 + load.daily) * (1 + load.weekly);
  }
  for (const Fault& fault : story.faults) {
    onset = std::min(onset, fault.at);
    if (fault.dial == Dial::load_rate) factor = row_of(Dial::load_rate).range.max;
  }
  return 2 * rate * factor * seconds(story.length - onset) + 100;
}

}  // namespace foreshock::scenario
