#include "cli/explanation.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/afterwards.h"
#include "core/catalog.h"
#include "core/event_kinds.h"
#include "core/shown.h"
#include "diagnose/causes.h"
#include "report/quantity.h"
#include "signals/signal.h"
#include "wire/noun_json.h"

namespace foreshock::cli {
namespace explanation_impl {

using nlohmann::json;

constexpr size_t most_causes = 3, most_events = 5;
constexpr double least_probability = 0.02;  // of a cause that is told, but for the first

std::string place_of(const Stratum& stratum) {
  return stratum.dimension.empty() ? "everywhere"
                                   : fmt::format("{} {}", stratum.dimension, escaped(stratum.value));
}

std::string_view unit_of(std::string_view signal) {
  const SignalSpec* spec = find_by_name(signals::signal_specs(), signal);
  return spec == nullptr ? "" : spec->unit;
}

// Values of SIGNAL in words.
auto shower_of(std::string_view signal) {
  return [unit = unit_of(signal)](double value) { return report::show(value, unit); };
}

// The requests behind it, a line; empty where it is not measured on requests.
std::string witnesses_of(const Finding& finding) {
  if (finding.because.empty()) return "";
  std::vector<std::string> ids;
  for (const Identity id : finding.because) ids.push_back(to_text(id));
  return fmt::format("      shown by {}\n", fmt::join(ids, ", "));
}

std::string words_of(const Finding& finding) {
  const Interval& size = finding.size;
  const auto show = shower_of(finding.series.signal);
  const std::string found = fmt::format(
      "{} {} ({}) went {}, {}, since {}: from {} to {} (by {}, {:.0f} % interval {} to {}); found {:.0f} s "
      "later.\n",
      to_text(finding.id), finding.series.signal, place_of(finding.series.stratum), name_of(finding.change),
      name_of(finding.shape), iso8601(finding.onset), show(finding.before), show(finding.before + size.value),
      show(size.value), 100 * size.level, show(size.low), show(size.high),
      seconds(finding.found_at - finding.onset));
  return found + witnesses_of(finding);
}

std::string words_of(const Event& event, Instant onset) {
  const double before = seconds(onset - event.at);
  return fmt::format("  {} ({}), {:.0f} s {} the onset{}{}\n", name_of(event.kind), place_of(event.scope),
                     std::abs(before), before >= 0 ? "before" : "after", event.about.empty() ? "" : ": ",
                     escaped(event.about));
}

std::string numbers_of(const Measured& measured) {
  const auto show = shower_of(measured.series.signal);
  if (measured.standing == Standing::steady) return fmt::format(": {}", show(measured.after));
  return fmt::format(": {} to {}", show(measured.before), show(measured.after));
}

std::string words_of(const Cause& cause) {
  const auto* kind = find_by_name(diagnose::cause_kinds(), cause.name);
  std::string text = fmt::format("  {:.0f} % {}{}{}\n", 100 * cause.probability, cause.name,
                                 kind == nullptr ? "" : ": ", kind == nullptr ? "" : kind->what);
  for (const Evidence& evidence : cause.evidence)
    text +=
        fmt::format("      {} {:+.1f}  {}{}\n", evidence.weight > 0 ? "for    " : "against", evidence.weight,
                    evidence.statement, evidence.measured ? numbers_of(*evidence.measured) : "");
  if (kind != nullptr) text += fmt::format("      look   {}\n", kind->advice);
  return text;
}

std::string words_of(const Page& page) {
  std::string text = fmt::format("{} of {}, {}\n\nWhat was found, with {} more:\n  {}", to_text(page.id),
                                 iso8601(page.at), name_of(page.lead.severity),
                                 page.findings.empty() ? 0 : page.findings.size() - 1, words_of(page.lead));
  text += "\nWhat happened then:\n";
  if (page.events.empty()) text += "  no event is held responsible\n";
  for (const Event& event : std::span(page.events).first(std::min(page.events.size(), most_events)))
    text += words_of(event, page.lead.onset);
  if (page.events.size() > most_events)
    text += fmt::format("  and {} less likely ones (--json has them)\n", page.events.size() - most_events);
  text += "\nWhat may be the cause:\n";
  size_t told = 0;
  for (const Cause& cause : page.diagnosis.causes)
    if (told++ == 0 || (told <= most_causes && cause.probability >= least_probability))
      text += words_of(cause);
  return text;
}

std::string_view deed_of(Autonomy autonomy) {
  constexpr std::string_view deeds[] = {"Only observed; it would have turned", "Suggested: to turn",
                                        "Turned"};
  return deeds[static_cast<size_t>(autonomy)];
}

// Whether it was done, by the policy or on a person's word; AFTERWARDS: what became of it.
bool was_done(const Action& action, std::string_view afterwards) {
  return action.autonomy == Autonomy::act || afterwards.find("approved by") != std::string_view::npos;
}

// What a person may do about it.
std::string next_step_of(const Action& action, std::string_view afterwards) {
  if (was_done(action, afterwards))
    return fmt::format("      undo   foreshock dial undo {}\n", action.setting.dial);
  if (action.autonomy == Autonomy::observe || !afterwards.empty()) return {};
  return fmt::format("      approve   foreshock dial approve {0}   (or: foreshock dial decline {0})\n",
                     to_text(action.id));
}

std::string words_of(const Action& action) {
  const DialSetting& dial = action.setting;
  const auto value = [](const std::optional<double>& number) {
    return number ? fmt::format("{:g}", *number) : "the engine's own";
  };
  return fmt::format("  {} by policy {} at {}. {} {} ({}) from {} to {}, until {}.\n", to_text(action.id),
                     action.policy, iso8601(action.at), deed_of(action.autonomy), dial.dial,
                     place_of(dial.scope), value(dial.previous), value(dial.value), iso8601(dial.until));
}

std::string_view meaning_of(Decision decision) {
  constexpr std::string_view meanings[] = {"it helped and stays", "it did harm and was undone",
                                           "it stays while more is seen",
                                           "it is not proven that it helped; it was undone"};
  return meanings[static_cast<size_t>(decision)];
}

std::string words_of(const Verdict& verdict) {
  const Interval& effect = verdict.effect;
  const auto show = shower_of(verdict.series.signal);
  return fmt::format("  {} of {}: {}. {} ({}) went from {} to {} (by {}, {:.1f} % interval {} to {}).\n",
                     to_text(verdict.id), iso8601(verdict.at), meaning_of(verdict.decision),
                     verdict.series.signal, place_of(verdict.series.stratum), show(verdict.before),
                     show(verdict.before + effect.value), show(effect.value), 100 * effect.level,
                     show(effect.low), show(effect.high));
}

std::string_view reason_of(Silence silence) {
  constexpr std::string_view reasons[] = {
      "Somebody was told of it.",
      "Nobody was told of it: what is usual was not known well enough yet.",
      "Nobody was told of it: it is evidence, and no trouble by itself.",
      "Nobody was told of it: the probes were others.",
      "Nobody was told of it: it has not lasted long enough.",
      "Nobody was told of it: it does not surely matter.",
      "Nobody was told of it: the requests are others, and each kind of them is served as ever.",
      "Nobody was told of it: it went away by itself.",
      "Nobody was told of it: a page about what began with it had been sent."};
  return reasons[static_cast<size_t>(silence)];
}

// A time from FROM to TO, Unix seconds, in whole minutes.
std::string minutes_between(const json& from, const json& to) {
  const double minutes = std::floor((to.get<double>() - from.get<double>()) / 60);
  return minutes < 120 ? fmt::format("{} min", minutes) : fmt::format("{} h", std::floor(minutes / 60));
}

// Why nothing was found, where it is that too little is known yet.
std::string words_of_quiet(const json& found) {
  const json& learning = found.at("learning");
  const json &since = learning.at("since"), &until = learning.at("until"), &now = found.at("now");
  std::string text = "Nothing was found for which anybody had to be told.\n";
  if (since.is_null()) return text += "Nothing was measured yet.\n";
  if (now < until)
    text += fmt::format(
        "Still learning what is usual: {} of {}; until then nobody is told of anything. A number takes {} "
        "min "
        "before a change of it can be seen.\n",
        minutes_between(since, now), minutes_between(since, until),
        learning.at("least_s").get<double>() / 60);
  const auto unknown = learning.at("unknown").get<std::vector<std::string>>();
  text += fmt::format("{} of {} series are watched{}{}.\n", learning.at("known").get<size_t>(),
                      learning.at("series").get<size_t>(),
                      unknown.empty() ? "" : "; not known yet: ", fmt::join(unknown, ", "));
  return text;
}

}  // namespace explanation_impl

Result<std::string> explanation_of(const nlohmann::json& found) {
  using namespace explanation_impl;
  if (found.contains("learning")) return words_of_quiet(found);
  if (found.contains("finding")) {
    FORESHOCK_TRY(const Finding finding, wire::read_finding(found.at("finding").dump()));
    return fmt::format("{}{}\n", words_of(finding), reason_of(finding.silence));
  }
  FORESHOCK_TRY(const Page page, wire::read_page(found.at("page").dump()));
  const nlohmann::json& deeds = found.at("deeds");
  const std::string kill_switch = found.at("stopped").get<bool>() ? kill_switch_text(deeds) : "";
  std::string text = fmt::format("{}\nWhat was done:\n", words_of(page));
  if (found.at("action").is_null()) return text += fmt::format("  nothing\n{}", kill_switch);
  FORESHOCK_TRY(const Action action, wire::read_action(found.at("action").dump()));
  const std::string afterwards = afterwards_text(action, deeds);
  text += fmt::format("{}{}{}{}\nWhether it helped:\n", words_of(action), next_step_of(action, afterwards),
                      afterwards, kill_switch);
  if (found.at("verdict").is_null())
    return text += was_done(action, afterwards) ? "  no verdict yet\n"
                                                : "  no verdict: what is not done is not judged\n";
  FORESHOCK_TRY(const Verdict verdict, wire::read_verdict(found.at("verdict").dump()));
  return text += words_of(verdict);
}

}  // namespace foreshock::cli
