// foreshock event: tells a running service what happened around it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/api_client.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/input_file.h"
#include "cli/scope_options.h"
#include "core/event_kinds.h"
#include "wire/calendar.h"

namespace foreshock::cli {
namespace event_impl {

using nlohmann::json;

struct Arguments {
  std::string gateway = "http://127.0.0.1:8400";
  std::string kind, text, at, until, calendar;
  ScopeArguments scope;
  bool json = false;
};

std::string kinds_text() {
  std::vector<std::string_view> names;
  for (const EventKindRow& row : event_kinds) names.push_back(row.name);
  return fmt::format("One of {}.", fmt::join(names, ", "));
}

Result<std::vector<json>> bodies_of(const Arguments& arguments) {
  json body = {{"kind", arguments.kind}};
  if (!arguments.text.empty()) body["text"] = arguments.text;
  if (!arguments.at.empty()) body["at"] = arguments.at;
  if (!arguments.until.empty()) body["until"] = arguments.until;
  add_scope(arguments.scope, body);
  if (arguments.calendar.empty()) return std::vector<json>{body};
  FORESHOCK_TRY(const std::string text,
                read_input_file(arguments.calendar, "calendar", "Give the path of an .ics file."));
  auto entries = wire::read_calendar(text);
  if (!entries) return fail(entries.error().at(arguments.calendar));
  std::vector<json> bodies;
  for (const wire::CalendarEntry& entry : *entries) {
    json& one = bodies.emplace_back(body);
    one["at"] = iso8601(entry.start);
    if (entry.end) one["until"] = iso8601(*entry.end);
    if (!entry.summary.empty()) one["text"] = entry.summary;
  }
  return bodies;
}

int add(const Arguments& arguments) {
  const auto bodies = bodies_of(arguments);
  if (!bodies) return report_failure(bodies.error());
  for (const json& body : *bodies)
    if (const auto answer = call_api(arguments.gateway, "/v1/events", &body); !answer)
      return report_failure(answer.error());
  if (arguments.json)
    fmt::print("{}\n", json{{"accepted", bodies->size()}}.dump());
  else
    fmt::print("{} noted: {}\n", arguments.kind, bodies->size());
  return exit_done;
}

}  // namespace event_impl

void add_event(CLI::App& app, Run& run) {
  CLI::App* event = app.add_subcommand("event", "What happened around the service.");
  event->require_subcommand(1);
  const auto arguments = std::make_shared<event_impl::Arguments>();
  CLI::App* add = event->add_subcommand("add", "Tell a running service of an event.");
  add->add_option("kind", arguments->kind, event_impl::kinds_text())->required();
  add->add_option("--text", arguments->text, "One line for people.");
  add->add_option("--at", arguments->at, "When, as 2026-11-30T14:00:00Z; now unless given.");
  add->add_option("--until", arguments->until, "When it ends, for what lasts.");
  add->add_option("--ical", arguments->calendar,
                  "One event of this kind for each in an .ics file, times in UTC.")
      ->excludes("--at")
      ->excludes("--until");
  add->add_option("--gateway", arguments->gateway,
                  "Where the gateway listens; where it asks for keys, one stands in FORESHOCK_KEY.")
      ->capture_default_str();
  add->add_flag("--json", arguments->json, "Machine-readable output.");
  add_scope_options(*add, arguments->scope);
  add->callback([arguments, &run] { run = [arguments] { return event_impl::add(*arguments); }; });
}

}  // namespace foreshock::cli
