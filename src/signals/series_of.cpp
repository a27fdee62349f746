#include "signals/series_of.h"

#include <string>

#include <fmt/format.h>

#include "signals/signal.h"

namespace foreshock::signals {
namespace series_of_impl {

void add(std::vector<Stratum>& strata, std::string_view dimension, std::string_view value) {
  if (!value.empty()) strata.push_back(Stratum{std::string(dimension), std::string(value)});
}

std::string_view yes_no(bool value) {
  return value ? "true" : "false";
}

// 1, 2, 3-5, 6-10, >10.
std::string_view turn_band(int64_t turns) {
  if (turns <= 0) return "";
  if (turns == 1) return "1";
  if (turns == 2) return "2";
  if (turns <= 5) return "3-5";
  return turns <= 10 ? "6-10" : ">10";
}

// Powers of two: 1, 2, 3-4, 5-8, …
std::string concurrency_band(int64_t concurrency) {
  if (concurrency <= 0) return "";
  int64_t high = 1;
  while (high < concurrency) high *= 2;
  return high <= 2 ? fmt::to_string(high) : fmt::format("{}-{}", high / 2 + 1, high);
}

std::string_view age_band(const std::optional<Duration>& age) {
  if (!age) return "";
  if (*age < std::chrono::minutes(1)) return "<1m";
  if (*age < std::chrono::minutes(10)) return "1-10m";
  return *age < std::chrono::hours(1) ? "10-60m" : ">1h";
}

std::string_view known(std::string_view name) {
  return name == "unknown" ? "" : name;
}

void add_samples(std::vector<Sample>& out, std::string_view signal, const std::vector<Stratum>& strata,
                 Instant at, double value, double weight) {
  for (const Stratum& stratum : strata)
    out.push_back(Sample{SeriesKey{std::string(signal), stratum}, at, value, weight});
}

}  // namespace series_of_impl

std::vector<Stratum> strata_of(const Observation& observation) {
  namespace impl = series_of_impl;
  std::vector<Stratum> strata(1);
  // A name that was refused is no model: whoever guesses names must not fill the table of series.
  if (error_class_of(observation) != ErrorClass::client) impl::add(strata, "model", observation.model);
  impl::add(strata, "version", observation.version);
  impl::add(strata, "replica", observation.replica);
  impl::add(strata, "device", observation.device);
  impl::add(strata, "zone", observation.zone);
  impl::add(strata, "key", observation.key);
  impl::add(strata, "class", observation.request_class);
  impl::add(strata, "prompt", impl::known(prompt_band(observation.tokens.prompt)));
  impl::add(strata, "start", impl::known(name_of(observation.start)));
  impl::add(strata, "prefix", impl::known(name_of(observation.prefix)));
  impl::add(strata, "stream", impl::yes_no(observation.stream));
  impl::add(strata, "tools", impl::yes_no(observation.tools));
  impl::add(strata, "sampling", observation.sampling);
  impl::add(strata, "code_language", observation.code_language);
  impl::add(strata, "turn", impl::turn_band(observation.turns));
  impl::add(strata, "session_age", impl::age_band(observation.session_age));
  impl::add(strata, "concurrency", impl::concurrency_band(observation.concurrency));
  return strata;
}

std::vector<Sample> series_of(const Observation& observation) {
  const auto strata = strata_of(observation);
  const Instant at = observation.stamps.end;
  std::vector<Sample> samples;
  samples.reserve(strata.size() * 24);
  for (const SignalKind& kind : signal_kinds()) {
    if (kind.measure == nullptr) continue;
    if (const auto value = kind.measure(observation))
      series_of_impl::add_samples(samples, kind.name, strata, at, *value, observation.weight);
  }
  observation.gaps.for_each([&](double gap, double count) {
    series_of_impl::add_samples(samples, "inter_token", strata, at, gap, count * observation.weight);
  });
  return samples;
}

}  // namespace foreshock::signals
