#include "console/series_query.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "console/query_values.h"
#include "wire/text.h"

namespace foreshock::console {
namespace series_query_impl {

constexpr std::array<std::string_view, 6> parameters = {"signals", "from", "to", "step", "stratum", "window"};
constexpr double longest_window = 3600;
constexpr Duration default_span = std::chrono::minutes(5);
constexpr int64_t default_steps = 30;
constexpr int64_t most_points = 20'000;

tl::unexpected<Error> bad(std::string what, std::string hint) {
  return fail(Code::bad_request, std::move(what), std::move(hint));
}

Result<std::vector<const SignalSpec*>> parse_signals(const Query& query, const SignalCatalog& known) {
  const auto text = query.find("signals");
  if (!text) return bad("signals is missing", "Name what to read: signals=ttft,inter_token.");
  std::vector<const SignalSpec*> signals;
  for (std::string_view name : wire::split(*text, ',')) {
    FORESHOCK_TRY(const SignalSpec* signal, find_signal("signals", name, known));
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

Result<void> check_window(const SeriesQuery& query) {
  const int64_t points = (query.to - query.from) / query.step;
  if (points > most_points)
    return bad(fmt::format("from and to are too far apart: {} points, at most {}", points, most_points),
               "Ask for a shorter window, or for a longer step.");
  return {};
}

}  // namespace series_query_impl

Result<SeriesQuery> parse_series_query(std::string_view text, const SignalCatalog& signals,
                                       std::span<const std::string_view> dimensions, Instant now) {
  using namespace series_query_impl;
  FORESHOCK_TRY(const Query query, Query::parse(text, parameters));
  SeriesQuery parsed;
  FORESHOCK_TRY(parsed.signals, parse_signals(query, signals));
  FORESHOCK_TRY(parsed.step, parse_step(query));
  FORESHOCK_TRY(parsed.stratum, parse_stratum(query, dimensions));
  FORESHOCK_TRY(const Times times,
                parse_times(query, now, std::max(default_span, default_steps * parsed.step)));
  FORESHOCK_TRY(const double window,
                query.number("window", seconds(parsed.step), seconds(parsed.step), longest_window));
  parsed.window = from_seconds(window);
  parsed.from = times.from;
  parsed.to = times.to;
  FORESHOCK_CHECK(check_window(parsed));
  return parsed;
}

}  // namespace foreshock::console
