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

constexpr SignalKind signal(std::string_view name, std::string_view unit, Direction direction, Rollup rollup,
                            Measure measure, std::string_view help) {
  return SignalKind{name, SignalSpec{name, unit, direction, rollup, help}, measure};
}

constexpr std::array kinds = {
    signal("ttft", "s", lower, distribution, time_to_first_token,
           "Time to first token: first token-bearing event after acceptance."),
    signal("ttfa", "s", lower, distribution, time_to_first_answer_token,
           "Time to the first token that is not reasoning."),
    signal("inter_token", "s", lower, distribution, nullptr,
           "Gaps between token-bearing events, all gaps of all requests pooled."),
    signal("e2e", "s", lower, distribution, end_to_end,
           "End-to-end latency of complete answers, to the last token."),
    signal("queue_time", "s", lower, distribution, queue_time,
           "Wait in the gateway before a backend was free."),
    signal("decode_rate", "tokens/s", higher, distribution, decode_rate,
           "Tokens a second of one stream, after its first token."),
    signal("throughput", "tokens/s", higher, sum, nullptr,
           "Tokens a second of the whole service, as they pass the gateway."),
    signal("request_rate", "requests/s", neutral, sum, one_request, "Requests that ended, a second."),
    signal("error_rate", "ratio", lower, mean, service_error,
           "Share of requests that failed by no fault of the client."),
    signal("client_error_rate", "ratio", lower, mean, ended_as<ErrorClass::client>,
           "Share of requests refused as bad."),
    signal("gateway_error_rate", "ratio", lower, mean, ended_as<ErrorClass::gateway>,
           "Share of requests that Foreshock failed or shed."),
    signal("upstream_error_rate", "ratio", lower, mean, ended_as<ErrorClass::upstream>,
           "Share of requests that the backend failed."),
    signal("timeout_rate", "ratio", lower, mean, ended_as<ErrorClass::timeout>,
           "Share of requests that ran out of time."),
    signal("cancelled_rate", "ratio", lower, mean, ended_as<ErrorClass::cancelled>,
           "Share of requests whose client left."),
    signal("model_error_rate", "ratio", lower, mean, ended_as<ErrorClass::model>,
           "Share of 200 answers with an error or nothing inside."),
    signal("prompt_tokens", "tokens", neutral, distribution, prompt_tokens, "Prompt tokens of a request."),
    signal("output_tokens", "tokens", neutral, distribution, output_tokens,
           "Output tokens of an answer, reasoning included."),
    signal("reasoning_tokens", "tokens", neutral, distribution, reasoning_tokens,
           "Reasoning tokens of an answer."),
    signal("prefix_hit", "ratio", higher, mean, prefix_hit,
           "Share of the prompt that came from the engine's prefix cache."),
    signal("finish_length", "ratio", lower, mean, finish_length, "Share of answers cut at the token limit."),
    signal("empty", "ratio", lower, mean, empty_answer,
           "Share of answers with tokens spent and nothing in them."),
    signal("thumbs_up", "ratio", higher, mean, nullptr,
           "Mean of the ratings that users give by POST /v1/feedback, from 0 to 1."),
    signal("truncated", "ratio", lower, mean, truncated, "Share of answers that ended without a finish."),
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
