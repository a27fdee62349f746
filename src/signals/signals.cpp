// The only list of signals.
#include <array>

#include "core/catalog.h"
#include "signals/latency.h"
#include "signals/outcome.h"
#include "signals/signal.h"
#include "signals/volume.h"

namespace foreshock::signals {
namespace signals_impl {

constexpr auto lower = Direction::lower_is_better;
constexpr auto higher = Direction::higher_is_better;
constexpr auto neutral = Direction::neutral;
constexpr auto distribution = Rollup::distribution;
constexpr auto mean = Rollup::mean;
constexpr auto sum = Rollup::sum;

// How a change is looked for: the smallest that matters, and whether it wakes somebody.
struct Change {
  Watched watched = Watched::no;
  double matters = 0;
  Wakes wakes = Wakes::nobody;
};
constexpr Change by_rate(double matters, Wakes wakes = Wakes::nobody) {
  return {Watched::rate, matters, wakes};
}
constexpr Change by_value(double matters, Wakes wakes = Wakes::nobody) {
  return {Watched::value, matters, wakes};
}
constexpr auto when_worse = Wakes::when_worse;
constexpr auto either_way = Wakes::either_way;

constexpr SignalKind signal(std::string_view name, std::string_view unit, Direction direction, Rollup rollup,
                            Measure measure, std::string_view help, Change change = {}) {
  return SignalKind{
      name, SignalSpec{name, unit, direction, rollup, help, change.watched, change.wakes, change.matters},
      measure};
}

// What is not read off requests: states of engine, device, host and control plane, probes, ratings.
constexpr SignalKind reading(std::string_view name, std::string_view unit, Direction direction,
                             std::string_view help, Change change = {}) {
  return signal(name, unit, direction, mean, nullptr, help, change);
}

constexpr std::array kinds = {
    signal("ttft", "s", lower, distribution, time_to_first_token,
           "Time to first token: first token-bearing event after acceptance.", by_value(1.3, when_worse)),
    signal("ttfa", "s", lower, distribution, time_to_first_answer_token,
           "Time to the first token that is not reasoning."),
    signal("inter_token", "s", lower, distribution, nullptr,
           "Gaps between token-bearing events, all gaps of all requests pooled.", by_value(1.2, when_worse)),
    signal("e2e", "s", lower, distribution, end_to_end,
           "End-to-end latency of complete answers, to the last token.", by_value(1.3)),
    signal("queue_time", "s", lower, distribution, queue_time,
           "Wait in the gateway before a backend was free.", by_value(2)),
    signal("decode_rate", "tokens/s", higher, distribution, decode_rate,
           "Tokens a second of one stream, after its first token.", by_value(1.2)),
    signal("throughput", "tokens/s", higher, sum, nullptr,
           "Tokens a second of the whole service, as they pass the gateway."),
    signal("request_rate", "requests/s", neutral, sum, one_request, "Requests that ended, a second."),
    signal("error_rate", "ratio", lower, mean, service_error,
           "Share of requests that failed by no fault of the client.", by_rate(0.01, when_worse)),
    signal("client_error_rate", "ratio", lower, mean, ended_as<ErrorClass::client>,
           "Share of requests refused as bad.", by_rate(0.02)),
    signal("gateway_error_rate", "ratio", lower, mean, ended_as<ErrorClass::gateway>,
           "Share of requests that Foreshock failed or shed."),
    signal("upstream_error_rate", "ratio", lower, mean, ended_as<ErrorClass::upstream>,
           "Share of requests that the backend failed.", by_rate(0.01)),
    signal("timeout_rate", "ratio", lower, mean, ended_as<ErrorClass::timeout>,
           "Share of requests that ran out of time.", by_rate(0.01)),
    signal("cancelled_rate", "ratio", lower, mean, ended_as<ErrorClass::cancelled>,
           "Share of requests whose client left.", by_rate(0.02)),
    signal("model_error_rate", "ratio", lower, mean, ended_as<ErrorClass::model>,
           "Share of 200 answers with an error or nothing inside.", by_rate(0.01)),
    signal("prompt_tokens", "tokens", neutral, distribution, prompt_tokens, "Prompt tokens of a request.",
           by_value(1.05)),
    signal("output_tokens", "tokens", neutral, distribution, output_tokens,
           "Output tokens of an answer, reasoning included.", by_value(1.3, either_way)),
    signal("reasoning_tokens", "tokens", neutral, distribution, reasoning_tokens,
           "Reasoning tokens of an answer.", by_value(1.4, either_way)),
    signal("prefix_hit", "ratio", higher, mean, prefix_hit,
           "Share of the prompt that came from the engine's prefix cache.", by_value(0.2, when_worse)),
    signal("finish_length", "ratio", lower, mean, finish_length, "Share of answers cut at the token limit.",
           by_rate(0.04, when_worse)),
    signal("empty", "ratio", lower, mean, empty_answer,
           "Share of answers with tokens spent and nothing in them.", by_rate(0.02, when_worse)),
    signal("truncated", "ratio", lower, mean, truncated, "Share of answers that ended without a finish.",
           by_rate(0.02, when_worse)),
    signal("context_lost", "ratio", lower, mean, context_lost,
           "Share of answers whose tokens did not fit the window of the engine.", by_rate(0.02, when_worse)),
    signal("stall", "s", lower, distribution, longest_gap, "Longest gap between two tokens of a request.",
           by_value(2, when_worse)),
    signal("prefill_rate", "tokens/s", higher, distribution, prefill_rate,
           "Prompt tokens a second to the first token, those from the prefix cache left out.", by_value(1.3)),
    signal("retry_rate", "ratio", lower, mean, retried, "Share of requests that repeat one that failed.",
           by_rate(0.03)),
    signal("regenerate_rate", "ratio", lower, mean, asked_again,
           "Share of requests by which a user wants another answer.", by_rate(0.03)),
    signal("drafted_tokens", "tokens", neutral, mean, drafted_tokens,
           "Tokens drafted for an answer, as the engine counts them."),
    signal("accepted_tokens", "tokens", higher, mean, accepted_tokens,
           "Drafted tokens of an answer that were accepted."),
    signal("zero_reasoning", "ratio", neutral, mean, zero_reasoning,
           "Share of answers without reasoning, where a model reasons.", by_rate(0.1)),
    signal("degenerate", "ratio", lower, mean, nullptr, "Share of answers that are one character for ever.",
           by_rate(0.002, when_worse)),
    signal("tokens_per_char", "tokens", neutral, distribution, nullptr,
           "Prompt tokens that the engine counts, for each character of the prompt.",
           by_value(1.1, either_way)),
    reading("running", "requests", neutral, "Requests in the batch of a replica.", by_value(1.3)),
    reading("waiting", "requests", lower, "Requests that wait for admission.", by_value(2)),
    reading("kv_use", "ratio", neutral, "KV blocks in use.", by_value(0.15)),
    reading("kv_held", "ratio", lower, "KV blocks in use that no running request explains.", by_value(0.1)),
    reading("kv_peak", "ratio", neutral, "The most KV blocks in use between two readings of all metrics."),
    reading("kv_fragmentation", "ratio", lower, "Free KV blocks in runs too short for a prompt.",
            by_value(0.15, when_worse)),
    reading("kv_alloc_latency", "s", lower, "Wait for the KV blocks of a prompt.", by_value(2, when_worse)),
    reading("preemptions", "1/s", lower, "Requests put back for want of KV blocks, a second.", by_value(3)),
    signal("engine_queue_time", "s", lower, distribution, nullptr,
           "Wait in the engine's own queue, as it measures it."),
    reading("engine_prefix_hit", "ratio", higher,
            "Share of prompts that the engine had in its cache, as it counts them."),
    reading("accept_length", "tokens", higher, "Tokens of a step of speculative decoding.",
            by_value(1.15, when_worse)),
    reading("draft_length", "tokens", neutral, "Tokens drafted in a step of speculative decoding.",
            by_value(1.2)),
    reading("judge_calls", "1/s", neutral, "Drafts checked, a second.", by_value(1.5)),
    reading("judge_bypass", "ratio", neutral,
            "Share of drafts that were not checked: thrown away, or passed."),
    reading("drafted", "tokens/s", neutral, "Tokens drafted, a second."),
    reading("accepted", "tokens/s", higher, "Drafted tokens that were accepted, a second."),
    reading("gpu_util", "ratio", neutral, "Time in which the device works.", by_value(0.2)),
    reading("gpu_clock", "ratio", higher, "Clock of the device, of its highest.", by_value(0.15, when_worse)),
    reading("gpu_memory", "bytes", neutral, "Memory of the device in use.", by_value(1.3)),
    reading("gpu_power", "W", neutral, "Power that the device takes."),
    reading("gpu_temperature", "°C", lower, "Temperature of the device.", by_value(1.15)),
    reading("gpu_throttled", "ratio", lower,
            "Share of readings in which heat, the hardware or the power supply slowed the device.",
            by_value(0.1, when_worse)),
    reading("gpu_ecc", "errors", lower,
            "Memory errors of the device that were not corrected, since its driver was loaded."),
    reading("memory_weights", "bytes", neutral, "Memory of devices that the weights of a replica take."),
    reading("memory_kv", "bytes", neutral, "Memory of devices that the KV cache of a replica takes."),
    reading("memory_activations", "bytes", lower,
            "Memory of devices that a replica takes besides weights and KV cache.", by_value(1.3)),
    reading("dram_active", "ratio", neutral, "Time in which the device's memory works.", by_value(0.2)),
    reading("cpu", "ratio", neutral, "Processor use of the engine's host process.", by_value(0.2)),
    reading("rss", "bytes", lower, "Resident memory of the engine's process.", by_value(1.3)),
    reading("fds", "handles", lower, "Open file descriptors of the engine's process.", by_value(1.5)),
    reading("threads", "threads", lower, "Threads of the engine's process.", by_value(1.5)),
    reading("host_cpu", "ratio", neutral, "Processor use of the machine.", by_value(0.2)),
    reading("host_memory", "ratio", lower, "Memory of the machine that is not available.", by_value(0.15)),
    reading("host_load", "ratio", lower,
            "What runs or waits for a processor or a disk, a processor of the machine; mean of a minute."),
    reading("cpu_pressure", "ratio", lower, "Time in which something on the machine waited for a processor.",
            by_value(0.2)),
    reading("memory_pressure", "ratio", lower, "Time in which something on the machine waited for memory.",
            by_value(0.1)),
    reading("io_pressure", "ratio", lower, "Time in which something on the machine waited for a disk."),
    reading("container_cpu", "ratio", neutral, "Processor use of a container, of its limit.", by_value(0.2)),
    reading("container_memory", "ratio", lower, "Memory of a container, of its limit.", by_value(0.15)),
    reading("cpu_throttled", "ratio", lower,
            "Share of the scheduler's periods in which a container had used up its processor time.",
            by_value(0.1)),
    reading("lookup_time", "s", lower, "Time of a look-up of the backend's name.", by_value(3, when_worse)),
    reading("health", "ratio", higher, "Share of health checks that were answered well.", by_rate(0.2)),
    reading("scrape_time", "s", lower, "Time of a scrape of the engine's metrics.", by_value(3)),
    reading("series_missing", "ratio", lower, "Share of scrapes of engine and device that gave nothing.",
            by_rate(0.2)),
    reading("probe_score", "ratio", higher, "Share of golden questions answered right.",
            by_rate(0.05, when_worse)),
    reading("planted_fact", "ratio", higher, "Share of planted facts recalled six turns later.",
            by_rate(0.1, when_worse)),
    reading("tle", "bit", lower, "Entropy of the first token of probes.", by_value(1.3)),
    reading("logprob_rank", "ratio", lower, "Share of answers in which a likely token was not chosen.",
            by_rate(0.01, when_worse)),
    reading("probe_tokens_per_char", "tokens", neutral, "Tokens counted for each character of probes.",
            by_value(1.02)),
    reading("thumbs_up", "ratio", higher,
            "Mean of the ratings that users give by POST /v1/feedback, from 0 to 1.", by_rate(0.1)),
};
static_assert(names_are_unique(kinds));

constexpr auto specs = [] {
  std::array<SignalSpec, kinds.size()> out{};
  for (size_t i = 0; i < kinds.size(); ++i) out[i] = kinds[i].spec;
  return out;
}();

}  // namespace signals_impl

std::span<const SignalKind> signal_kinds() {
  return signals_impl::kinds;
}
std::span<const SignalSpec> signal_specs() {
  return signals_impl::specs;
}

}  // namespace foreshock::signals
