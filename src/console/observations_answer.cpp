#include <algorithm>
#include <limits>

#include "console/api.h"
#include "console/json_values.h"
#include "console/observations_query.h"

namespace foreshock::console {
namespace observations_answer_impl {

constexpr Duration reach = std::chrono::hours(1);
constexpr size_t most_old = 20'000;

using Stamp = std::optional<Instant>;

std::optional<double> between(const Stamp& from, const Stamp& to) {
  return from && to ? std::optional(seconds(*to - *from)) : std::nullopt;
}

// Tokens a second after the first one, as one stream saw them.
std::optional<double> decode_rate(const Observation& observation) {
  const auto span = between(observation.stamps.first_token, observation.stamps.last_token);
  const int64_t steps = observation.tokens.output.value_or(0) - 1;
  return span && *span > 0 && steps > 0 ? std::optional(static_cast<double>(steps) / *span) : std::nullopt;
}

Json known(std::string_view name) {
  return name == "unknown" ? Json() : Json(name);
}

Json stamps_of(const Stamps& stamps) {
  const auto after = [&](const Stamp& stamp) { return or_null(between(stamps.accepted, stamp)); };
  return {{"dequeued", after(stamps.dequeued)},
          {"sent", after(stamps.sent)},
          {"headers", after(stamps.headers)},
          {"first_event", after(stamps.first_event)},
          {"first_token", after(stamps.first_token)},
          {"first_answer_token", after(stamps.first_answer_token)},
          {"last_token", after(stamps.last_token)},
          {"usage", after(stamps.usage)},
          {"done", after(stamps.done)},
          {"end", after(stamps.end)}};
}

Json to_json(const Observation& observation) {
  const Stamps& stamps = observation.stamps;
  return {{"id", to_text(observation.id)},
          {"model", or_null(observation.model)},
          {"version", or_null(observation.version)},
          {"endpoint", or_null(observation.endpoint)},
          {"backend", or_null(observation.replica)},
          {"state", name_of(observation.state)},
          {"error_class", name_of(error_class_of(observation))},
          {"status", observation.status == 0 ? Json() : Json(observation.status)},
          {"stream", observation.stream},
          {"accepted", unix_seconds(stamps.accepted)},
          {"ttft_s", or_null(between(stamps.accepted, stamps.first_token))},
          {"e2e_s", or_null(between(stamps.accepted, stamps.last_token ? stamps.last_token : stamps.end))},
          {"start", known(name_of(observation.start))},
          {"prefix", known(name_of(observation.prefix))},
          {"queue_s", or_null(between(stamps.accepted, stamps.dequeued))},
          {"prompt_tokens", or_null(observation.tokens.prompt)},
          {"output_tokens", or_null(observation.tokens.output)},
          {"reasoning_tokens", or_null(observation.tokens.reasoning)},
          {"cached_tokens", or_null(observation.tokens.cached)},
          {"tokens_estimated", observation.tokens.estimated},
          {"tokens_per_s", or_null(decode_rate(observation))},
          {"finish_reason", or_null(observation.finish_reason)},
          {"stamps", stamps_of(stamps)}};
}

bool belongs(const ConsoleSources& sources, const Observation& observation, const Stratum& stratum) {
  if (!sources.strata_of) return false;
  const auto strata = sources.strata_of(observation);
  return std::find(strata.begin(), strata.end(), stratum) != strata.end();
}

bool admits(const ObservationsQuery& query, const ConsoleSources& sources, const Observation& observation) {
  const Instant end = observation.stamps.end;
  return (!query.from || end >= *query.from) && (!query.to || end < *query.to) &&
         (query.model.empty() || observation.model == query.model) &&
         (query.replica.empty() || observation.replica == query.replica) &&
         (!query.state || observation.state == *query.state) &&
         (query.stratum == Stratum{} || belongs(sources, observation, query.stratum));
}

// All of the last hour, and of what is older those that are kept for long. A filter reads all since from.
std::vector<Observation> kept_since(Instant from, const ConsoleSources& sources) {
  const Instant now = sources.clock.now();
  if (from > now) return {};
  auto found = sources.store.newest(std::numeric_limits<size_t>::max(), std::min(now - from, reach));
  for (Observation& observation : sources.store.kept_observations(from, now - reach, most_old))
    found.push_back(std::move(observation));
  return found;
}

// Of FOUND, newest first, the LIMIT that ended nearest to NEAR, in the same order.
void keep_nearest(std::vector<Observation>& found, Instant near, size_t limit) {
  if (found.size() <= limit) return;
  std::vector<Duration> distances;
  for (const Observation& one : found) distances.push_back(std::chrono::abs(one.stamps.end - near));
  const auto last = distances.begin() + static_cast<std::ptrdiff_t>(limit - 1);
  std::nth_element(distances.begin(), last, distances.end());
  const Duration farthest = *last;
  std::erase_if(found,
                [&](const Observation& one) { return std::chrono::abs(one.stamps.end - near) > farthest; });
}

// Newest first.
std::vector<Observation> find(const ObservationsQuery& query, const ConsoleSources& sources) {
  if (query.admits_all()) return sources.store.newest(query.limit, reach);
  auto found = kept_since(query.from.value_or(sources.clock.now() - reach), sources);
  const auto refused = [&](const Observation& one) { return !admits(query, sources, one); };
  found.erase(std::remove_if(found.begin(), found.end(), refused), found.end());
  if (query.near) keep_nearest(found, *query.near, query.limit);
  found.resize(std::min(found.size(), query.limit));
  return found;
}

}  // namespace observations_answer_impl

Result<std::string> observations_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace observations_answer_impl;
  FORESHOCK_TRY(const ObservationsQuery query,
                parse_observations_query(request.query, sources.dimensions, sources.clock.now()));
  Json observations = Json::array();
  for (const Observation& observation : observations_answer_impl::find(query, sources))
    observations.push_back(to_json(observation));
  return to_text(Json{{"observations", std::move(observations)}});
}

}  // namespace foreshock::console
