#pragma once
// The words of the language for its choices, and the names that a story itself defines.
#include <array>

#include "scenario/fields.h"
#include "scenario/named.h"

namespace foreshock::scenario {

inline constexpr std::array effort_names = {Named{"low", Effort::low}, Named{"medium", Effort::medium},
                                            Named{"high", Effort::high}};
inline constexpr std::array sampling_names = {
    Named{"default", Sampling::plain}, Named{"greedy", Sampling::greedy},
    Named{"penalties", Sampling::penalties}, Named{"json", Sampling::json},
    Named{"logprobs", Sampling::logprobs}};
inline constexpr std::array prefix_names = {Named{"hit", Prefix::hit}, Named{"miss", Prefix::miss}};
inline constexpr std::array endpoint_names = {Named{"each", Endpoint::each}, Named{"one", Endpoint::one}};
inline constexpr std::array arrivals_names = {Named{"poisson", Arrivals::poisson},
                                              Named{"uniform", Arrivals::uniform},
                                              Named{"bursty", Arrivals::bursty}};
inline constexpr std::array backoff_names = {Named{"none", Backoff::none},
                                             Named{"exponential", Backoff::exponential}};
inline constexpr std::array clock_names = {Named{"virtual", ClockKind::virtual_time},
                                           Named{"real", ClockKind::real_time}};
inline constexpr std::array fidelity_names = {Named{"request", Fidelity::request},
                                              Named{"bucket", Fidelity::bucket}};
inline constexpr std::array policy_names = {Named{"observe", Autonomy::observe},
                                            Named{"suggest", Autonomy::suggest}, Named{"act", Autonomy::act}};
inline constexpr std::array axis_names = {Named{"time", CurveAxis::time},
                                          Named{"uptime", CurveAxis::uptime},
                                          Named{"served", CurveAxis::served},
                                          Named{"prompt_tokens", CurveAxis::prompt_tokens},
                                          Named{"context_tokens", CurveAxis::context_tokens},
                                          Named{"running", CurveAxis::running},
                                          Named{"turn", CurveAxis::turn}};
inline constexpr std::array share_by_names = {Named{"request", ShareBy::request},
                                              Named{"session", ShareBy::session}, Named{"key", ShareBy::key}};
inline constexpr std::array shape_names = {Named{"sudden", Shape::sudden}, Named{"gradual", Shape::gradual},
                                           Named{"periodic", Shape::periodic},
                                           Named{"load_dependent", Shape::load_dependent}};
inline constexpr std::array direction_names = {Named{"up", Change::rise}, Named{"down", Change::fall}};
inline constexpr std::array verdict_names = {
    Named{"keep", Decision::keep}, Named{"roll_back", Decision::roll_back}, Named{"hold", Decision::hold},
    Named{"not_proven", Decision::not_proven}};
inline constexpr std::array canary_end_names = {Named{"promoted", CanaryEnd::promoted},
                                                Named{"not_promoted", CanaryEnd::not_promoted}};

// Names that the load, the engine or the events have brought in; any other is an error.
Result<std::string> read_class(const Value& value);
Result<std::string> read_key(const Value& value);
Result<std::string> read_language(const Value& value);
Result<std::string> read_code_language(const Value& value);
Result<std::string> read_replica(const Value& value);
Result<std::string> read_device(const Value& value);
Result<std::string> read_zone(const Value& value);
Result<std::string> read_pool(const Value& value);
Result<std::string> read_version(const Value& value);

}  // namespace foreshock::scenario
