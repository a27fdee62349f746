#include "cli/clearest_requests.h"

#include <algorithm>

#include "signals/series_of.h"

namespace foreshock::cli {
namespace clearest_requests_impl {

constexpr size_t most = 5;
constexpr size_t most_looked_at = 20'000;

struct Witness {
  Identity id;
  double clarity = 0;  // the larger, the more it shows
};

// Gaps between tokens are not kept with a request: their mean is told by its first and last token.
std::optional<double> mean_gap(const Observation& observation) {
  const Stamps& stamps = observation.stamps;
  if (!stamps.first_token || !stamps.last_token || observation.token_events < 2) return std::nullopt;
  return seconds(*stamps.last_token - *stamps.first_token) /
         static_cast<double>(observation.token_events - 1);
}

// Of SIGNAL in OBSERVATION, whose values are GRID.
std::optional<double> value_of(const Observation& observation, const SampleGrid& grid,
                               std::string_view signal) {
  if (signal == "inter_token") return mean_gap(observation);
  for (const auto& value : grid.values)
    if (value.signal == signal) return value.value;
  return std::nullopt;
}

std::optional<Witness> witness_of(const Finding& finding, const Observation& observation,
                                  const signals::StratumPairs& pairs) {
  const Instant end = observation.stamps.end;
  if (end < finding.onset || end > finding.found_at) return std::nullopt;
  const SampleGrid grid = signals::series_of(observation, pairs);
  if (std::find(grid.strata.begin(), grid.strata.end(), finding.series.stratum) == grid.strata.end())
    return std::nullopt;
  const auto value = value_of(observation, grid, finding.series.signal);
  if (!value) return std::nullopt;
  return Witness{observation.id, finding.change == Change::rise ? *value : -*value};
}

}  // namespace clearest_requests_impl

Because ClearestRequests::of(const Finding& finding) {
  using namespace clearest_requests_impl;
  const auto newest = seat_.pass([&] {
    return store_.newest(most_looked_at, finding.found_at - finding.onset + std::chrono::minutes(1));
  });
  const auto pairs = signals::StratumPairs::parse(finding.series.stratum.dimension)
                         .value_or(signals::StratumPairs::usual());  // whichever is configured
  std::vector<Witness> witnesses;
  for (const Observation& observation : newest)
    if (const auto witness = witness_of(finding, observation, pairs)) witnesses.push_back(*witness);
  const auto clearer = [](const Witness& a, const Witness& b) { return a.clarity > b.clarity; };
  std::stable_sort(witnesses.begin(), witnesses.end(), clearer);
  witnesses.resize(std::min(witnesses.size(), most));
  Because because;
  for (const Witness& witness : witnesses) because.push_back(witness.id);
  seat_.pass([&] {
    for (const Identity id : because) store_.keep(id, to_text(finding.id));
  });
  return because;
}

}  // namespace foreshock::cli
