#include "console/series_query.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "console/query.h"
#include "core/catalog.h"
#include "wire/text.h"

namespace foreshock::console {
namespace series_query_impl {

constexpr std::array<std::string_view, 6> parameters = {"signals", "from", "to", "step", "stratum", "window"};
constexpr double longest_window = 3600;
constexpr double default_window = 300;
constexpr double default_steps = 30;
constexpr double latest = 9e9;  // the year 2255: what 64 bits of nanoseconds hold
constexpr int64_t most_points = 20'000;

tl::unexpected<Error> bad(std::string what, std::string hint) {
  return fail(Code::bad_request, std::move(what), std::move(hint));
}

Result<std::vector<const SignalSpec*>> parse_signals(const Query& query, std::span<const SignalSpec> known) {
  const auto text = query.find("signals");
  if (!text) return bad("signals is missing", "Name what to read: signals=ttft,inter_token.");
  std::vector<const SignalSpec*> signals;
  for (std::string_view name : wire::split(*text, ',')) {
    const SignalSpec* signal = find_by_name(known, name);
    if (signal == nullptr) {
      std::vector<std::string_view> names;
      for (const SignalSpec& spec : known) names.push_back(spec.name);
      return bad(fmt::format("signals: there is no '{}'.{}", name, did_you_mean(name, names)),
                 "GET /api/v1/signals lists them.");
    }
    if (std::find(signals.begin(), signals.end(), signal) != signals.end())
      return bad(fmt::format("signals: '{}' stands twice", name), "Name each signal once.");
    signals.push_back(signal);
  }
  return signals;
}

Result<Duration> parse_step(const Query& query) {
  const std::string_view text = query.find("step").value_or("10");
  if (text == "1") return std::chrono::seconds(1);
  if (text == "10") return std::chrono::seconds(10);
  if (text == "60") return std::chrono::minutes(1);
  if (text == "3600") return std::chrono::hours(1);
  return bad(fmt::format("step must be 1, 10, 60 or 3600 seconds, found '{}'", text),
             "Give step=1 (the last 15 minutes), 10 (two days), 60 (35 days) or 3600 (400 days).");
}

// "model:name" -> model, name; the value may have colons of its own.
Result<Stratum> parse_stratum(const Query& query, std::span<const std::string_view> dimensions) {
  const auto text = query.find("stratum");
  if (!text) return Stratum{};
  const size_t colon = text->find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text->size())
    return bad(fmt::format("stratum must be dimension:value, found '{}'", *text),
               "Give stratum=model:NAME, or leave it out for the total.");
  const auto dimension = text->substr(0, colon);
  if (!dimensions.empty() && std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end())
    return bad(
        fmt::format("stratum: there is no dimension '{}'.{}", dimension, did_you_mean(dimension, dimensions)),
        fmt::format("One of: {}.", fmt::join(dimensions, ", ")));
  return Stratum{std::string(dimension), std::string(text->substr(colon + 1))};
}

Result<void> check_window(const SeriesQuery& query) {
  if (query.from >= query.to)
    return bad(fmt::format("from must be before to, found from {} and to {}", unix_seconds(query.from),
                           unix_seconds(query.to)),
               "Both are Unix seconds; the window is from <= t < to.");
  const int64_t points = (query.to - query.from) / query.step;
  if (points > most_points)
    return bad(fmt::format("from and to are too far apart: {} points, at most {}", points, most_points),
               "Ask for a shorter window, or for a longer step.");
  return {};
}

}  // namespace series_query_impl

Result<SeriesQuery> parse_series_query(std::string_view text, std::span<const SignalSpec> signals,
                                       std::span<const std::string_view> dimensions, Instant now) {
  using namespace series_query_impl;
  FORESHOCK_TRY(const Query query, Query::parse(text, parameters));
  SeriesQuery parsed;
  FORESHOCK_TRY(parsed.signals, parse_signals(query, signals));
  FORESHOCK_TRY(parsed.step, parse_step(query));
  FORESHOCK_TRY(parsed.stratum, parse_stratum(query, dimensions));
  FORESHOCK_TRY(const double to, query.number("to", unix_seconds(now), 0, latest));
  const double span = std::max(default_window, default_steps * seconds(parsed.step));
  FORESHOCK_TRY(const double from, query.number("from", std::max(to - span, 0.0), 0, latest));
  FORESHOCK_TRY(const double window,
                query.number("window", seconds(parsed.step), seconds(parsed.step), longest_window));
  parsed.window = from_seconds(window);
  parsed.from = at_unix_seconds(from);
  parsed.to = at_unix_seconds(to);
  FORESHOCK_CHECK(check_window(parsed));
  return parsed;
}

}  // namespace foreshock::console
