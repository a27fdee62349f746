// Fine samples of a replica, each with the requests that were in flight there when it was taken.
#include <algorithm>
#include <array>
#include <limits>

#include "console/api.h"
#include "console/json_values.h"
#include "console/query.h"

namespace foreshock::console {
namespace samples_answer_impl {

constexpr double usual = 10, longest = 60, reach = 600;  // s

// Those that may have been in flight between FROM and TO: what has ended since then. What still runs has no
// observation yet.
std::vector<Observation> ended_since(const ConsoleSources& sources, std::string_view replica, Instant from,
                                     Instant to) {
  auto found = sources.store.newest(std::numeric_limits<size_t>::max(), sources.clock.now() - from);
  std::erase_if(found, [&](const Observation& observation) {
    return observation.replica != replica || observation.stamps.accepted > to;
  });
  return found;
}

Json in_flight_at(Instant at, const std::vector<Observation>& observations) {
  Json ids = Json::array();
  for (const Observation& observation : observations) {
    const Stamps& stamps = observation.stamps;
    if (stamps.sent.value_or(stamps.accepted) <= at && at <= stamps.end)
      ids.push_back(to_text(observation.id));
  }
  return ids;
}

}  // namespace samples_answer_impl

Result<std::string> samples_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace samples_answer_impl;
  constexpr std::array<std::string_view, 3> parameters = {"replica", "from", "to"};
  if (sources.fine == nullptr) return fail(Code::not_found, "this service reads no fine samples");
  FORESHOCK_TRY(const Query query, Query::parse(request.query, parameters));
  const auto replica = query.find("replica");
  if (!replica) return fail(Code::bad_request, "'replica' is missing", "For example ?replica=a.");
  const double now = unix_seconds(sources.clock.now());
  FORESHOCK_TRY(const double to, query.number("to", now, now - reach, now + longest));
  FORESHOCK_TRY(const double from, query.number("from", to - usual, to - longest, to));
  const Instant begin = at_unix_seconds(from), end = at_unix_seconds(to);
  const auto observations = ended_since(sources, *replica, begin, end);
  Json samples = Json::array();
  for (const FineSample& sample : sources.fine->between(*replica, begin, end))
    samples.push_back({{"at", unix_seconds(sample.at)},
                       {"signal", sample.signal},
                       {"value", sample.value},
                       {"in_flight", in_flight_at(sample.at, observations)}});
  return to_text(Json{{"replica", *replica}, {"samples", std::move(samples)}});
}

}  // namespace foreshock::console
