#include "verify/trial.h"

#include <algorithm>
#include <cmath>

namespace foreshock::verify {
namespace trial_impl {

constexpr double errors = 3;
constexpr double level = 0.9973;  // of a normal distribution, within three standard errors
constexpr double fewest = 10;     // requests on either side

}  // namespace trial_impl

std::optional<Verdict> judge(const Trial& trial, const ShiftBook& book, Instant now,
                             const TrialOptions& options) {
  using namespace trial_impl;
  const Instant from = trial.acted_at + options.settle;
  if (now < from + options.least) return std::nullopt;
  const bool late = now >= trial.acted_at + options.longest;
  const auto before =
      book.shift(trial.series, std::max(trial.onset, trial.acted_at - options.before), trial.acted_at);
  const auto after = book.shift(trial.series, from, now);
  const bool enough = before && after && before->count >= fewest && after->count >= fewest;
  if (!enough && !late) return std::nullopt;
  Verdict verdict;
  verdict.because = {trial.action};
  verdict.at = now;
  verdict.series = trial.series;
  verdict.decision = Decision::not_proven;
  if (!enough) return verdict;
  const double by = after->mean - before->mean;
  const double half = errors * std::hypot(before->error, after->error);
  const double usual = book.usual(trial.series, now);
  const double stood = book.moved(trial.series, usual, before->mean);
  const auto effect = [&](double measure) {
    return book.moved(trial.series, usual, before->mean + measure) - stood;
  };
  verdict.before = stood;
  verdict.effect = {effect(by), effect(by - half), effect(by + half), level};
  const double good = trial.change == Change::rise ? -1 : 1;
  if (good * by - half > 0)
    verdict.decision = Decision::keep;
  else if (good * by + half < 0)
    verdict.decision = Decision::roll_back;
  else if (!late)
    return std::nullopt;
  return verdict;
}

}  // namespace foreshock::verify
