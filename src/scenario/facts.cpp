#include "scenario/facts.h"

#include <algorithm>

namespace foreshock::scenario {
namespace facts_impl {

bool among(const auto& allowed, const auto& value) {
  return allowed.empty() || std::find(allowed.begin(), allowed.end(), value) != allowed.end();
}

bool test(const std::optional<CountTest>& wanted, int64_t count) {
  return !wanted || wanted->holds(count);
}

bool test(const std::optional<DurationTest>& wanted, double time) {
  return !wanted || wanted->holds(from_seconds(std::min(time, 1e9)));
}

bool test(const std::optional<bool>& wanted, bool value) {
  return !wanted || *wanted == value;
}

constexpr Duration day = std::chrono::hours(24);

}  // namespace facts_impl

bool holds_for(const Conditions& conditions, const LoadClass& load) {
  using namespace facts_impl;
  return among(conditions.classes, load.name) && among(conditions.keys, load.key) &&
         among(conditions.languages, load.language) && among(conditions.code_languages, load.code_language) &&
         among(conditions.sampling, load.sampling) && among(conditions.efforts, load.effort) &&
         test(conditions.stream, load.stream);
}

bool holds_for(const Conditions& conditions, const RequestFacts& request) {
  using namespace facts_impl;
  return holds_for(conditions, *request.load_class) &&
         test(conditions.prompt_tokens, request.prompt_tokens) &&
         test(conditions.context_tokens, request.context_tokens) && test(conditions.turn, request.turn) &&
         test(conditions.idle, request.idle) && test(conditions.longest_idle, request.longest_idle) &&
         test(conditions.tools, request.tools) && test(conditions.code, request.code) &&
         (!conditions.prefix || (*conditions.prefix == Prefix::hit) == request.prefix_hit);
}

bool holds_for(const Conditions& conditions, const ReplicaFacts& replica) {
  using namespace facts_impl;
  const Replica& of = *replica.replica;
  return test(conditions.running, replica.running) && test(conditions.waiting, replica.waiting) &&
         test(conditions.served, replica.served) && test(conditions.uptime, replica.uptime) &&
         test(conditions.gap, replica.gap) && test(conditions.cold, replica.cold) &&
         among(conditions.devices, of.device) && among(conditions.zones, of.zone) &&
         among(conditions.pools, of.pool) && among(conditions.versions, replica.version);
}

bool holds_at(const Conditions& conditions, Duration since_monday) {
  using namespace facts_impl;
  if (!conditions.hour && !conditions.weekday) return true;
  const Duration in_week = ((since_monday % (7 * day)) + 7 * day) % (7 * day);
  return (!conditions.hour || conditions.hour->holds(in_week % day)) &&
         (!conditions.weekday || conditions.weekday->holds(static_cast<int>(in_week / day)));
}

bool ask_for_request(const Conditions& conditions) {
  return !conditions.classes.empty() || !conditions.keys.empty() || !conditions.languages.empty() ||
         !conditions.code_languages.empty() || !conditions.sampling.empty() || !conditions.efforts.empty() ||
         conditions.stream || conditions.prompt_tokens || conditions.context_tokens || conditions.turn ||
         conditions.idle || conditions.longest_idle || conditions.tools || conditions.code ||
         conditions.prefix;
}

bool ask_for_state(const Conditions& conditions) {
  return conditions.running || conditions.waiting || conditions.served || conditions.uptime ||
         conditions.gap || conditions.cold;
}

}  // namespace foreshock::scenario
