#include "cli/story_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/shown.h"
#include "report/quantity.h"
#include "report/table.h"
#include "signals/series_of.h"

namespace foreshock::cli {
namespace story_table_impl {

std::string result_of(const PlayedStory& played) {
  if (!played.failed.empty()) return "failed";
  return played.story.expect.none() ? "played" : "passed";
}

void add_row(report::Table& table, std::string name, std::string seed, std::string result,
             std::string requests, const scenario::StorySummary& summary) {
  const auto time = [](const Sketch& sketch, double q) { return report::show(sketch.quantile(q), "s"); };
  table.add({std::move(name), std::move(seed), std::move(result), std::move(requests),
             fmt::to_string(summary.attempts()),
             fmt::to_string(summary.attempts() - summary.count(TerminalState::ok)),
             time(summary.first_token(), 0.5), time(summary.first_token(), 0.95),
             time(summary.inter_token(), 0.5), time(summary.inter_token(), 0.95),
             report::show(summary.output_tokens().quantile(0.5), "")});
}

}  // namespace story_table_impl

void StorySummaries::take(const Observation& observation) {
  total_.take(observation);
  if (dimension_.empty()) return;
  const auto strata = signals::strata_of(observation);
  const auto found = std::find_if(strata.begin(), strata.end(),
                                  [this](const Stratum& stratum) { return stratum.dimension == dimension_; });
  strata_[found == strata.end() ? "unknown" : found->value].take(observation);
}

std::string story_table(const std::vector<PlayedStory>& all) {
  using enum report::Align;
  const std::string dimension = all.empty() ? "" : all.front().summaries.dimension();
  report::Table table({{dimension.empty() ? "story" : fmt::format("story, {}", dimension)},
                       {"seed", right},
                       {"result"},
                       {"requests", right},
                       {"attempts", right},
                       {"not ok", right},
                       {"ttft p50", right},
                       {"p95", right},
                       {"between tokens p50", right},
                       {"p95", right},
                       {"output tokens p50", right}});
  for (const PlayedStory& played : all) {
    story_table_impl::add_row(table, shown(played.story.name), fmt::to_string(played.seed),
                              story_table_impl::result_of(played), fmt::to_string(played.result.requests),
                              played.summaries.total());
    for (const auto& [value, summary] : played.summaries.strata())
      story_table_impl::add_row(table, fmt::format("  {}", shown(value)), "", "", "", summary);
  }
  std::string text = all.empty() ? "" : table.text();
  for (const PlayedStory& played : all)
    for (const std::string& line : played.failed)
      text += fmt::format("{}: {}\n", shown(played.story.name), escaped(line));
  return text;
}

}  // namespace foreshock::cli
