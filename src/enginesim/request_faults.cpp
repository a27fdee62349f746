#include "enginesim/request_faults.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace foreshock::enginesim {
namespace request_faults_impl {

// Of the reasoning tokens at medium effort, as the dial says it.
constexpr double high_as_medium = 0.4, low_as_medium = 3.3;
// What thinking less and unchecked drafts cost, as their dials say it.
constexpr double accuracy_of_thinking = 0.3, accuracy_of_checks = 0.3, boilerplate_unchecked = 0.5;

struct FlawRow {
  Dial dial;
  bool AnswerFlaws::*flaw;
};
constexpr std::array flaws_of_text = {
    FlawRow{Dial::text_loop, &AnswerFlaws::loop},
    FlawRow{Dial::text_bang, &AnswerFlaws::bang},
    FlawRow{Dial::text_garbage, &AnswerFlaws::garbage},
    FlawRow{Dial::text_script, &AnswerFlaws::script},
    FlawRow{Dial::text_marker, &AnswerFlaws::marker},
    FlawRow{Dial::text_boilerplate, &AnswerFlaws::boilerplate},
    FlawRow{Dial::text_praise, &AnswerFlaws::praise},
    FlawRow{Dial::text_markdown, &AnswerFlaws::markdown},
    FlawRow{Dial::text_refusal, &AnswerFlaws::refusal},
    FlawRow{Dial::error_empty, &AnswerFlaws::empty},
    FlawRow{Dial::context_cross_session, &AnswerFlaws::foreign},
    FlawRow{Dial::history_dropped_by_server, &AnswerFlaws::repeated_call},
};
constexpr std::array flaws_of_code = {
    FlawRow{Dial::text_placeholder, &AnswerFlaws::placeholder},
    FlawRow{Dial::text_syntax, &AnswerFlaws::syntax},
};
constexpr std::array flaws_of_calls = {
    FlawRow{Dial::tool_invalid, &AnswerFlaws::tool_invalid},
    FlawRow{Dial::tool_duplicate_args, &AnswerFlaws::tool_duplicate_args},
};

void draw(const RequestDials& dials, const auto& rows, AnswerFlaws& flaws) {
  for (const FlawRow& row : rows) flaws.*row.flaw = dials.happens(row.dial);
}

AnswerFlaws flaws_of(const RequestDials& dials, const RequestTraits& traits) {
  AnswerFlaws flaws;
  draw(dials, flaws_of_text, flaws);
  if (traits.code) draw(dials, flaws_of_code, flaws);
  if (traits.tool_due) draw(dials, flaws_of_calls, flaws);
  if (traits.greedy) flaws.variation = dials.happens(Dial::text_variation);
  return flaws;
}

double reasoning_of(const RequestDials& dials, const RequestTraits& traits) {
  if (!traits.reasons || dials.happens(Dial::reasoning_zero_share)) return 0;
  double factor = dials.value(Dial::reasoning_tokens);
  if (traits.effort != Effort::medium && dials.happens(Dial::reasoning_ignore_effort))
    factor *= traits.effort == Effort::high ? high_as_medium : low_as_medium;
  return factor;
}

// Unchecked drafts make an answer bland with a further chance, drawn by where an answer would break.
void let_drafts_pass(const RequestDials& dials, double draw, AnswerFaults& faults) {
  const double unchecked = dials.value(Dial::spec_judge_bypass);
  if (unchecked <= 0) return;
  if (draw < boilerplate_unchecked * unchecked) faults.flaws.boilerplate = true;
  faults.accuracy -= accuracy_of_checks * unchecked;
}

double accuracy_of(const RequestDials& dials, const RequestTraits& traits, double accuracy) {
  if (traits.reasons)
    accuracy -= accuracy_of_thinking * std::max(0.0, 1 - dials.value(Dial::reasoning_tokens));
  return std::clamp(accuracy, 0.0, 1.0);
}

}  // namespace request_faults_impl

Fate fate_of(const RequestDials& dials) {
  struct Row {
    Dial dial;
    Fate fate;
  };
  constexpr std::array rows = {Row{Dial::connect_fail, Fate::refused},
                               Row{Dial::error_5xx, Fate::server_error},
                               Row{Dial::error_429, Fate::rate_limited},
                               Row{Dial::error_timeout, Fate::silent}, Row{Dial::error_reset, Fate::reset}};
  for (const Row& row : rows)
    if (dials.happens(row.dial)) return row.fate;
  return Fate::served;
}

TimingFaults timing_faults_of(const RequestDials& dials) {
  TimingFaults faults;
  faults.first_token_factor = dials.value(Dial::ttft_factor);
  faults.inter_token_factor = dials.value(Dial::itl_factor);
  faults.first_token_add = dials.value(Dial::ttft_add) / 1000;
  faults.prefix_hit = dials.value(Dial::prefix_hit);
  faults.acceptance = dials.value(Dial::spec_acceptance);
  return faults;
}

PromptFaults prompt_faults_of(const RequestDials& dials) {
  PromptFaults faults;
  faults.tokens_per_char = dials.value(Dial::text_tokens_per_char);
  faults.front_cut = dials.value(Dial::context_front_cut);
  faults.shift = dials.value(Dial::context_shift);
  faults.system_dropped = dials.happens(Dial::context_system_drop);
  faults.history_dropped = dials.happens(Dial::history_dropped_by_server);
  faults.foreign_prefix = dials.happens(Dial::context_cross_session);
  return faults;
}

AnswerFaults answer_faults_of(const RequestDials& dials, const RequestTraits& traits, double draw) {
  using namespace request_faults_impl;
  AnswerFaults faults;
  faults.flaws = flaws_of(dials, traits);
  faults.accuracy = accuracy_of(dials, traits, dials.value(Dial::quality_accuracy));
  let_drafts_pass(dials, draw, faults);
  faults.length = dials.value(Dial::text_length);
  faults.reasoning = reasoning_of(dials, traits);
  faults.tokens_per_char = dials.value(Dial::text_tokens_per_char);
  faults.endless = faults.flaws.loop || faults.flaws.bang;
  faults.at_limit = faults.endless || dials.happens(Dial::finish_length);
  faults.in_band = dials.happens(Dial::error_in_band);
  faults.cut = !faults.in_band && dials.happens(Dial::stream_cut);
  if (faults.in_band || faults.cut) faults.broken_at = draw;
  faults.call_missing = traits.tool_due && dials.happens(Dial::tool_missing);
  faults.early_role = dials.value(Dial::stream_early_role) > 0;
  faults.tokens_a_chunk = std::llround(dials.value(Dial::stream_coalesce));
  faults.top_dropped = dials.happens(Dial::logprob_drop_top);
  faults.entropy = dials.value(Dial::first_token_entropy);
  return faults;
}

}  // namespace foreshock::enginesim
