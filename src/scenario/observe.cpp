#include "scenario/observe.h"

#include <algorithm>

#include <fmt/format.h>

namespace foreshock::scenario {
namespace observe_impl {

constexpr double headers_after = 0.005;  // s, of an empty role chunk

bool has_content(const Plan& plan, const Attempt& attempt) {
  return attempt.reached_engine && attempt.outcome.has_token() && !plan.answer.flaws.empty;
}

std::string_view finish_of(const Plan& plan, const Attempt& attempt, bool calls_tool) {
  if (attempt.state != TerminalState::ok) return "";
  if (plan.answer.at_limit) return "length";
  return calls_tool ? "tool_calls" : "stop";
}

// Between its first and last chunk the tokens of an attempt come evenly, but for the time in which nobody got
// one: that is one gap more. From request to request they differ as the engine draws it.
void observe_stream(const Plan& plan, const Attempt& attempt, auto at, Observation& out) {
  const auto& outcome = attempt.outcome;
  out.stamps.headers = out.stamps.first_event = out.stamps.first_token = at(outcome.first_token);
  if (plan.answer.early_role)
    out.stamps.headers = out.stamps.first_event = at(attempt.began_at + headers_after);
  out.stamps.last_token = at(attempt.ended_at);
  const int64_t chunks = (outcome.produced + plan.answer.tokens_a_chunk - 1) / plan.answer.tokens_a_chunk;
  out.token_events = std::max<int64_t>(1, chunks);
  const double time = attempt.ended_at - outcome.first_token;
  if (outcome.produced > plan.reasoning_tokens) {
    const double part = outcome.produced > 1 ? static_cast<double>(plan.reasoning_tokens) /
                                                   static_cast<double>(outcome.produced - 1)
                                             : 0;
    out.stamps.first_answer_token = at(outcome.first_token + time * std::min(1.0, part));
  }
  double gaps = static_cast<double>(out.token_events - 1);
  if (gaps <= 0) return;
  const double mean = (time - outcome.stalled) / gaps;
  if (outcome.stalled > mean) {
    out.gaps.add(outcome.stalled + mean);
    --gaps;
  }
  if (gaps > 0) out.gaps.add(mean, gaps);
}

void observe_place(const Story& story, const Asked& asked, const Attempt& attempt, Observation& out) {
  const LoadClass& load = *asked.facts.load_class;
  const Replica& replica = story.engine.replicas[attempt.replica];
  out.model = story.engine.preset.name;
  out.endpoint = "/v1/chat/completions";
  out.replica = replica.name;
  out.version = attempt.version;
  out.device = replica.device;
  out.zone = replica.zone;
  out.key = asked.key_number == 0 ? load.key : fmt::format("{}-{}", load.key, asked.key_number);
  out.request_class = load.name;
  out.sampling = load.sampling == Sampling::greedy || load.temperature == 0 ? "greedy" : "sampled";
  out.code_language = asked.facts.code ? load.code_language : "";
  out.stream = load.stream;
  out.tools = load.tools > 0;
  out.start = attempt.cold ? Start::cold : Start::warm;
  out.turns = 2 * asked.facts.turn;  // with the system's message: each turn but the last has an answer
  out.concurrency = attempt.concurrency;
  out.session_age = from_seconds(attempt.session_age);
  out.attempt = attempt.made;
  out.asked_again = attempt.asked_again;
  out.weight = attempt.weight;
}

}  // namespace observe_impl

void observe(const Story& story, const Asked& asked, const Plan& plan, const Attempt& attempt,
             Observation& out) {
  const Instant start = story_start(story);
  const double ahead = attempt.ended_in_story - attempt.ended_at;
  const auto at = [start, ahead](double time) { return start + from_seconds(time + ahead); };
  out.id.number = attempt.number;
  out.stamps = {};
  out.tokens = {};
  out.token_events = 0;
  out.gaps = {};
  out.stamps.accepted = at(attempt.began_at);
  out.stamps.sent = out.stamps.accepted;
  out.stamps.end = at(attempt.ended_at);
  out.state = attempt.state;
  out.status = attempt.status;
  out.status_is_ours = attempt.status_is_ours;
  out.finish_reason = observe_impl::finish_of(plan, attempt, asked.facts.tools && !plan.answer.call_missing);
  out.prefix = foreshock::Prefix::unknown;
  observe_impl::observe_place(story, asked, attempt, out);
  if (observe_impl::has_content(plan, attempt)) {
    if (out.stream)
      observe_impl::observe_stream(plan, attempt, at, out);
    else if (attempt.state == TerminalState::ok)
      out.token_events = 1;  // the whole body
  }
  if (attempt.state == TerminalState::ok) {
    out.stamps.done = out.stamps.end;
    if (!out.stamps.headers) out.stamps.headers = out.stamps.first_event = out.stamps.end;
    out.tokens.prompt = plan.request.prompt_tokens;
    out.tokens.cached = attempt.outcome.cached;
    out.tokens.output = attempt.outcome.produced;
    out.tokens.reasoning = plan.reasoning_tokens;
    out.stamps.usage = out.stamps.end;
    out.prefix = attempt.outcome.cached > 0 ? foreshock::Prefix::hit : foreshock::Prefix::miss;
  }
}

}  // namespace foreshock::scenario
