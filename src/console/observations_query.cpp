#include "console/observations_query.h"

#include <array>

#include <fmt/format.h>

#include "core/catalog.h"

namespace foreshock::console {
namespace observations_query_impl {

constexpr std::array<std::string_view, 8> parameters = {"limit", "from",    "to",    "near",
                                                        "model", "replica", "state", "stratum"};
constexpr double latest = 9e9;  // the year 2255: what 64 bits of nanoseconds hold
constexpr Duration reach = std::chrono::hours(1);

Result<std::optional<TerminalState>> parse_state(const Query& query) {
  const auto name = query.find("state");
  if (!name) return std::nullopt;
  if (const auto state = parse_terminal_state(*name)) return state;
  std::vector<std::string_view> names;
  for (size_t i = 0; i < terminal_state_count; ++i) names.push_back(name_of(static_cast<TerminalState>(i)));
  return fail(Code::bad_request, fmt::format("state: there is no '{}'.{}", *name, did_you_mean(*name, names)),
              fmt::format("Known are: {}.", fmt::join(names, ", ")));
}

}  // namespace observations_query_impl

bool ObservationsQuery::admits_all() const {
  return !from && !to && !near && model.empty() && replica.empty() && !state && stratum == Stratum{};
}

Result<ObservationsQuery> parse_observations_query(std::string_view text,
                                                   std::span<const std::string_view> dimensions,
                                                   Instant now) {
  using namespace observations_query_impl;
  FORESHOCK_TRY(const Query query, Query::parse(text, parameters));
  ObservationsQuery parsed;
  FORESHOCK_TRY(const int64_t limit, query.integer("limit", 50, 1, 1'000));
  parsed.limit = static_cast<size_t>(limit);
  FORESHOCK_TRY(const Times times, parse_times(query, now, reach));
  if (query.find("from")) parsed.from = times.from;
  if (query.find("to")) parsed.to = times.to;
  FORESHOCK_TRY(const double near, query.number("near", 0, 0, latest));
  if (query.find("near")) parsed.near = at_unix_seconds(near);
  parsed.model = query.find("model").value_or("");
  parsed.replica = query.find("replica").value_or("");
  FORESHOCK_TRY(parsed.state, parse_state(query));
  FORESHOCK_TRY(parsed.stratum, parse_stratum(query, dimensions));
  return parsed;
}

}  // namespace foreshock::console
