// The only list of dials.
#include "enginesim/dials.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::enginesim {
namespace dials_impl {

constexpr Healthy off{Healthy::Kind::off, 0, ""};
constexpr Healthy never{Healthy::Kind::never, 0, ""};
constexpr Healthy value(double number) {
  return {Healthy::Kind::value, number, ""};
}
constexpr Healthy story(std::string_view key) {
  return {Healthy::Kind::story, 0, key};
}

using Range = DialRange;
constexpr Range no_range{"", 0, 0};
constexpr Range share{"share", 0, 1};
constexpr Range factor(double min, double max) {
  return {"x", min, max};
}

constexpr DialRow request(Dial dial, std::string_view name, Range range, Healthy healthy,
                          std::string_view effect) {
  return {dial,
          name,
          DialScope::request,
          DialType::number,
          DialReach::everything,
          DialShare::of_requests,
          range,
          healthy,
          effect};
}
constexpr DialRow engine(Dial dial, std::string_view name, Range range, Healthy healthy,
                         std::string_view effect) {
  DialRow row = request(dial, name, range, healthy, effect);
  row.scope = DialScope::engine;
  row.share = DialShare::none;
  return row;
}
constexpr DialRow clients(Dial dial, std::string_view name, DialReach reach, Range range, Healthy healthy,
                          std::string_view effect) {
  DialRow row = request(dial, name, range, healthy, effect);
  row.scope = DialScope::clients;
  row.reach = reach;
  row.share = DialShare::none;
  return row;
}
constexpr DialRow shared(DialRow row) {
  row.share = DialShare::of_requests;
  return row;
}
constexpr DialRow observed(Dial dial, std::string_view name, Range range, Healthy healthy,
                           std::string_view effect) {
  DialRow row = engine(dial, name, range, healthy, effect);
  row.scope = DialScope::observed;
  row.reach = DialReach::replica;
  return row;
}
constexpr DialRow flag(DialRow row) {
  row.type = DialType::flag;
  return row;
}
constexpr DialRow text(DialRow row) {
  row.type = DialType::text;
  return row;
}

using enum Dial;

constexpr std::array rows = {
    request(ttft_factor, "ttft.factor", factor(.1, 1000), value(1),
            "Multiplies the time from admission to the first token."),
    request(itl_factor, "itl.factor", factor(.1, 1000), value(1), "Multiplies the time between tokens."),
    request(ttft_add, "ttft.add", {"ms", 0, 600000}, value(0), "Adds to the time of the first token."),
    engine(prefill_rate, "prefill.rate", factor(.001, 10), value(1),
           "Multiplies the prompt tokens read a second, whole batch."),
    engine(decode_rate, "decode.rate", factor(.001, 10), value(1),
           "Multiplies the steps a second, whole batch."),
    engine(latency_spread, "latency.spread", {"log-sd", 0, 2}, value(0),
           "Spreads both times by a further random factor."),
    engine(bandwidth_share, "bandwidth.share", {"share", .05, 1}, value(1),
           "Leaves this share of the memory bandwidth: steps take 1 / value as long, DRAM full, SMs idle."),
    engine(gpu_clock, "gpu.clock", {"share", .01, 1}, value(1),
           "Lowers the SM clock and the power as read, and both rates with them."),
    engine(gpu_neighbour, "gpu.neighbour", share, value(0),
           "Lets another process take this share of the GPU: utilisation rises, both rates fall."),
    engine(cpu_step_cost, "cpu.step_cost", {"ms", 0, 1000}, value(0),
           "Adds host work to every step: CPU up, GPU utilisation down."),
    engine(batch_max, "batch.max", {"requests", 1, 4096, true}, story("engine.max_running"),
           "Limits the running requests."),
    engine(queue_block, "queue.block", share, value(0),
           "Admits nothing for this share of the time, in stretches of 2 s."),
    engine(stall_long_prefill, "stall.long_prefill", {"s per 1k tokens", 0, 10}, value(0),
           "Stops all other tokens and the health answer while a prompt of 8k tokens or more is read."),
    engine(preempt_livelock, "preempt.livelock", share, value(0),
           "Loses this share of the steps to preemption and recomputing; at 1 no token comes."),
    flag(engine(hang_no_progress, "hang.no_progress", no_range, off,
                "Stops tokens, admission and counters with the GPU at 100 % and health at 200.")),
    flag(engine(restart, "restart", no_range, off,
                "Restarts once: running requests are reset, then load_time, then cold with empty caches.")),
    engine(unload_idle, "unload.idle", {"s", 1, 86400}, never,
           "Unloads the model after this gap: the next request waits load_time."),
    engine(kv_blocks, "kv.blocks", factor(.01, 1), value(1), "Leaves this part of the KV blocks usable."),
    engine(kv_leak, "kv.leak", {"blocks a request", 0, 100}, value(0), "Never gives these blocks back."),
    engine(kv_fragmentation, "kv.fragmentation", share, value(.05),
           "Puts this share of the free blocks in runs under 8, and loses this share of the prefix hits."),
    engine(kv_alloc_latency, "kv.alloc_latency", {"ms", 0, 5000}, value(0),
           "Makes a prompt wait for its blocks."),
    request(prefix_hit, "prefix.hit", share, value(1), "Serves this share of the possible prefix hits."),
    request(spec_acceptance, "spec.acceptance", share, story("engine.spec.acceptance"),
            "Accepts drafted tokens with this probability each."),
    engine(spec_draft_length, "spec.draft_length", {"tokens", 0, 16, true}, story("engine.spec.draft_length"),
           "Drafts this many tokens a step."),
    engine(spec_judge_share, "spec.judge_share", share, value(1),
           "Gives this share of the checks room at the judge; the other drafts are thrown away."),
    engine(spec_judge_bypass, "spec.judge_bypass", share, value(0),
           "Lets this share of the drafts pass unchecked: faster, bland and less often right."),
    request(error_5xx, "error.5xx", share, value(.0005),
            "Answers with a server error before the first byte."),
    request(error_429, "error.429", share, value(.0005), "Answers with 429 before the first byte."),
    request(error_timeout, "error.timeout", share, value(.0005), "Never answers."),
    request(error_reset, "error.reset", share, value(.0005), "Resets the connection before the first byte."),
    request(error_in_band, "error.in_band", share, value(0), "Puts an error inside a stream of status 200."),
    request(error_empty, "error.empty", share, value(.002), "Spends tokens and sends no content."),
    request(stream_cut, "stream.cut", share, value(0), "Ends in the middle of the stream without a finish."),
    flag(engine(stream_early_role, "stream.early_role", no_range, off,
                "Sends an empty role chunk at once, the content when it would come.")),
    engine(stream_coalesce, "stream.coalesce", {"tokens a chunk", 1, 64, true}, value(1),
           "Packs tokens into fewer, larger chunks at the same rate."),
    flag(engine(cancel_ignored, "cancel.ignored", no_range, off,
                "Goes on to the token limit after the client left.")),
    engine(connect_fail, "connect.fail", share, value(0), "Refuses connections."),
    engine(dns_fail, "dns.fail", share, value(0), "Fails look-ups; requests feel it after dns_ttl."),
    engine(control_latency, "control.latency", {"ms", 1, 60000}, value(5),
           "Delays look-up, health and management calls."),
    observed(health_fail, "health.fail", share, value(0), "Answers health with 503 while traffic flows."),
    request(text_loop, "text.loop", share, value(.001),
            "Repeats the tail of the answer to the token limit; its drafts are all accepted."),
    request(text_bang, "text.bang", share, value(.0001), "Writes one character for ever."),
    request(text_garbage, "text.garbage", share, value(0), "Writes random tokens: facts and questions fail."),
    request(text_script, "text.script", share, value(.0002),
            "Writes words of a script that is not in the prompt."),
    request(text_marker, "text.marker", share, value(.001), "Leaks a raw chat or tool marker."),
    request(text_boilerplate, "text.boilerplate", share, value(.05), "Fills the answer with stock phrases."),
    request(text_praise, "text.praise", share, value(.05), "Flatters."),
    request(text_placeholder, "text.placeholder", share, value(.02), "Leaves code out by a comment."),
    request(text_syntax, "text.syntax", share, value(.01), "Writes code that does not parse."),
    request(text_markdown, "text.markdown", share, value(.6), "Wraps the answer in mark-down."),
    request(text_refusal, "text.refusal", share, value(.01), "Refuses."),
    request(text_variation, "text.variation", share, value(.1),
            "Words the same prompt at temperature 0 otherwise, equally right."),
    request(text_length, "text.length", factor(.05, 20), value(1), "Multiplies the tokens of the answer."),
    request(text_tokens_per_char, "text.tokens_per_char", factor(.5, 2), value(1),
            "Multiplies the tokens counted for the same text, prompt and answer."),
    request(finish_length, "finish.length", share, value(.02), "Cuts the answer at the token limit."),
    request(tool_invalid, "tool.invalid", share, value(.005),
            "Breaks the JSON or the schema of a tool call."),
    request(tool_missing, "tool.missing", share, value(0), "Answers with text and stop where a call is due."),
    request(tool_duplicate_args, "tool.duplicate_args", share, value(0),
            "Doubles the arguments when the stream is joined."),
    request(reasoning_tokens, "reasoning.tokens", factor(.01, 50), value(1),
            "Multiplies the reasoning tokens: more adds no accuracy, less costs some."),
    request(reasoning_zero_share, "reasoning.zero_share", share, value(.28),
            "Answers without reasoning in classes that reason."),
    request(reasoning_ignore_effort, "reasoning.ignore_effort", share, value(0),
            "Serves every effort as medium."),
    request(quality_accuracy, "quality.accuracy", share, story("engine.accuracy"),
            "Answers golden questions rightly with this probability."),
    request(logprob_drop_top, "logprob.drop_top", share, value(.001),
            "Does not choose a token of p > 0.9 somewhere in the answer."),
    request(first_token_entropy, "first_token.entropy", {"bits", 0, 12}, value(0),
            "Adds to the entropy of the first content token."),
    request(context_front_cut, "context.front_cut", {"tokens", 256, 1e6, true}, never,
            "Drops the front of longer prompts with status 200; usage shows the cut count."),
    request(context_system_drop, "context.system_drop", share, value(0), "Ignores the system prompt."),
    request(context_shift, "context.shift", {"tokens", 256, 1e6, true}, never,
            "Drops half of the context while generating past this: loops, garbage, no limit."),
    request(context_cross_session, "context.cross_session", share, value(0),
            "Builds on another session's cached prefix: its facts, its script."),
    shared(clients(history_dropped_by_client, "history.dropped_by_client", DialReach::unrouted, share,
                   value(0), "Sends only the last message.")),
    request(history_dropped_by_server, "history.dropped_by_server", share, value(0),
            "Removes old turns: prompts stay flat, prefixes miss, facts are lost, calls repeated."),
    shared(clients(history_malformed, "history.malformed", DialReach::unrouted, share, value(0),
                   "Breaks the history in serialisation: roles out of order, or 400.")),
    request(route_misroute, "route.misroute", share, value(0), "Sends requests to the replica named in to."),
    engine(route_weight, "route.weight", factor(0, 100), value(1),
           "Multiplies the replica's share of the traffic."),
    clients(load_rate, "load.rate", DialReach::classes, factor(0, 100), value(1),
            "Multiplies the requests of all or of a class."),
    clients(load_users, "load.users", DialReach::classes, factor(0, 100), value(1),
            "Multiplies the distinct keys and sessions."),
    clients(load_prompt_tokens, "load.prompt_tokens", DialReach::unrouted, factor(.05, 50), value(1),
            "Multiplies the tokens of the prompts."),
    clients(load_output_tokens, "load.output_tokens", DialReach::unrouted, factor(.05, 50), value(1),
            "Multiplies the tokens asked for."),
    clients(client_thumbs_up, "client.thumbs_up", DialReach::everything, share, story("clients.thumbs_up"),
            "Makes this share of the ratings good."),
    clients(client_timeout, "client.timeout", DialReach::everything, {"s", 1, 3600}, story("clients.timeout"),
            "Ends an attempt."),
    text(observed(probe_version, "probe.version", no_range, story("probes.version"),
                  "Names another version of the probe harness.")),
    observed(probe_score, "probe.score", share, value(1),
             "Lets the harness count only this share of the right probe answers as right."),
    flag(observed(probe_bos_double, "probe.bos_double", no_range, off,
                  "Puts a second begin token before probe prompts only: prompt_tokens + 1.")),
    flag(observed(metrics_vanish, "metrics.vanish", no_range, off, "Refuses the scrape.")),
    flag(observed(gpu_vanish, "gpu.vanish", no_range, off,
                  "Ends the readings of the device; after 60 s its requests fail.")),
    observed(scrape_delay, "scrape.delay", {"s", 0, 60}, value(0), "Answers scrapes late."),
    engine(rss_growth, "rss.growth", {"bytes a request", 0, 1e9}, value(0),
           "Grows the memory: past 90 % first tokens take three times as long, at 100 % it restarts."),
    engine(fd_growth, "fd.growth", {"handles a request", 0, 10}, value(0),
           "Leaks handles: at 65,536 connections are refused."),
};

static_assert(names_are_unique(rows));
constexpr bool rows_follow_the_enum() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (static_cast<size_t>(rows[i].dial) != i) return false;
  return rows.size() == static_cast<size_t>(fd_growth) + 1;
}
static_assert(rows_follow_the_enum());

}  // namespace dials_impl

std::span<const DialRow> dials() {
  return dials_impl::rows;
}

const DialRow& row_of(Dial dial) {
  return dials_impl::rows[static_cast<size_t>(dial)];
}

char letter_of(DialScope scope) {
  constexpr std::string_view letters = "RECO";
  return letters[static_cast<size_t>(scope)];
}

}  // namespace foreshock::enginesim
