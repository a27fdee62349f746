#include "console/query_values.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/catalog.h"

namespace foreshock::console {
namespace query_values_impl {

constexpr double latest = 9e9;  // the year 2255: what 64 bits of nanoseconds hold

}  // namespace query_values_impl

Result<Times> parse_times(const Query& query, Instant now, Duration absent) {
  using query_values_impl::latest;
  FORESHOCK_TRY(const double to, query.number("to", unix_seconds(now), 0, latest));
  FORESHOCK_TRY(const double from, query.number("from", std::max(to - seconds(absent), 0.0), 0, latest));
  if (from < to) return Times{at_unix_seconds(from), at_unix_seconds(to)};
  return fail(Code::bad_request, fmt::format("from must be before to, found from {} and to {}", from, to),
              "Both are Unix seconds; the window is from <= t < to.");
}

Result<Stratum> parse_stratum(const Query& query, std::span<const std::string_view> dimensions) {
  const auto text = query.find("stratum");
  if (!text) return Stratum{};
  const size_t colon = text->find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text->size())
    return fail(Code::bad_request, fmt::format("stratum must be dimension:value, found '{}'", *text),
                "Give stratum=model:NAME, or leave it out for the total.");
  const auto dimension = text->substr(0, colon);
  FORESHOCK_CHECK(check_dimension("stratum", dimension, dimensions));
  return Stratum{std::string(dimension), std::string(text->substr(colon + 1))};
}

Result<void> check_dimension(std::string_view parameter, std::string_view dimension,
                             std::span<const std::string_view> dimensions) {
  const auto known = [&](std::string_view name) {
    return std::find(dimensions.begin(), dimensions.end(), name) != dimensions.end();
  };
  // A pair that was configured once still has a history.
  const size_t plus = std::min(dimension.find('+'), dimension.size());
  const bool pair =
      plus < dimension.size() && known(dimension.substr(0, plus)) && known(dimension.substr(plus + 1));
  if (dimensions.empty() || pair || known(dimension)) return {};
  return fail(Code::bad_request,
              fmt::format("{}: there is no dimension '{}'.{}", parameter, dimension,
                          did_you_mean(dimension, dimensions)),
              fmt::format("One of: {}.", fmt::join(dimensions, ", ")));
}

Result<const SignalSpec*> find_signal(std::string_view parameter, std::string_view name,
                                      const SignalCatalog& known) {
  if (const SignalSpec* signal = known.find(name)) return signal;
  std::vector<std::string_view> names;
  for (const SignalSpec& spec : known.all()) names.push_back(spec.name);
  return fail(Code::bad_request,
              fmt::format("{}: there is no '{}'.{}", parameter, name, did_you_mean(name, names)),
              "GET /api/v1/signals lists them.");
}

}  // namespace foreshock::console
