#include "cli/analysis_options.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::cli {
namespace analysis_options_impl {

constexpr double day = 86'400;  // s

constexpr std::array rows = {
    option<&AnalysisOptions::a_false_alarm_in>(
        "a_false_alarm_in", "s", 3600, 3650 * day,
        "The time in which all series together may raise one false alarm, on average."),
    option<&AnalysisOptions::learning>(
        "learning", "s", 0, 30 * day,
        "How long after the first request nobody is woken: what is usual is not known well enough."),
    option<&AnalysisOptions::lasting>(
        "lasting", "s", 1, day, "How long a change must last before anybody is woken for it, unless severe."),
    option<&AnalysisOptions::unit>(
        "unit", "s", 1, 600, "The time whose values are one piece of evidence; how often the loop looks."),
    option<&AnalysisOptions::recent>(
        "recent", "s", 1, 3600,
        "The grain of what is kept of the last 240 of them; a whole number of units or nearly."),
    option<&AnalysisOptions::settle>("settle", "s", 0, 3600,
                                     "How long requests that began before an action are given to end."),
    option<&AnalysisOptions::least>(
        "least", "s", 1, 3600, "How long an action is watched after that, at least, before its verdict."),
    option<&AnalysisOptions::hangs_after>(
        "hangs_after", "s", 0.05, 3600,
        "An analysis that does not move for so long is left alone, and a fresh one started."),
    option<&AnalysisOptions::queue>("queue", "pieces", 100, 10'000'000,
                                    "How many measurements may wait for the analysis; more are dropped."),
};
static_assert(names_are_unique(rows));

}  // namespace analysis_options_impl

OptionSet analysis_options() {
  return analysis_options_impl::rows;
}

flow::LoopOptions loop_options(const AnalysisOptions& analysis, const mitigate::MitigateOptions& mitigate) {
  flow::LoopOptions options;
  options.watch.a_false_alarm_in = analysis.a_false_alarm_in;
  options.watch.grains = {analysis.unit, analysis.recent};
  options.learning = analysis.learning;
  options.lasting = analysis.lasting;
  options.trial.settle = analysis.settle;
  options.trial.least = analysis.least;
  options.mitigate = mitigate;
  return options;
}

}  // namespace foreshock::cli
