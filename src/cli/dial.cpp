// foreshock dial: what may be turned on a running service, and who has turned it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/api_client.h"
#include "cli/command.h"
#include "cli/console_option.h"
#include "cli/failure.h"
#include "cli/person.h"
#include "cli/scope_options.h"
#include "core/option.h"
#include "report/table.h"

namespace foreshock::cli {
namespace dial_impl {

using nlohmann::json;

constexpr const char* engines_own = "own";

struct Arguments {
  std::string console = "http://127.0.0.1:8401";
  std::string dial, value, lasts, action;
  ScopeArguments scope;
  bool all = false, json = false;
};

std::string text_of(const json& value) {
  return value.is_number() ? fmt::format("{}", value.get<double>()) : engines_own;
}

std::string scope_text(const json& scope) {
  return scope.empty() ? "everywhere"
                       : fmt::format("{} {}", scope.begin().key(), scope.front().get<std::string>());
}

std::string time_text(const json& unix_time) {
  return iso8601(at_unix_seconds(unix_time.get<double>()));
}

void print_dials(const json& answer) {
  report::Table dials({{"dial"}, {"unit or range"}, {"meaning"}});
  for (const json& dial : answer.at("dials"))
    dials.add({dial.at("name"),
               fmt::format("{}..{} {}", dial.at("min").get<double>(), dial.at("max").get<double>(),
                           dial.at("unit").get<std::string>()),
               dial.at("help")});
  fmt::print("{}\n", dials.text());
  if (answer.at("leases").empty()) fmt::print("Nothing is set: each stands where the engine has it.\n");
  report::Table leases({{"set"}, {"where"}, {"value"}, {"until"}, {"by"}});
  for (const json& lease : answer.at("leases"))
    leases.add({lease.at("dial"), scope_text(lease.at("scope")), text_of(lease.at("value")),
                time_text(lease.at("until")),
                fmt::format("{}{}", lease.at("who").get<std::string>(),
                            lease.at("automatic").get<bool>() ? " (policy)" : "")});
  if (!answer.at("leases").empty()) fmt::print("{}", leases.text());
  if (answer.at("stopped").get<bool>())
    fmt::print("Automatic settings are stopped; 'foreshock dial release' lets policies act again.\n");
}

void print_pending(const json& actions) {
  if (actions.empty()) return;
  report::Table table({{"suggested"}, {"by"}, {"dial"}, {"where"}, {"from"}, {"to"}, {"until"}});
  for (const json& action : actions)
    table.add({action.at("id"), action.at("policy"), action.at("dial"), scope_text(action.at("scope")),
               text_of(action.at("previous")), text_of(action.at("value")), time_text(action.at("until"))});
  fmt::print("\n{}", table.text());
}

int list(const Arguments& arguments) {
  auto dials = call_api(arguments.console, "/api/v1/dials");
  if (!dials) return report_failure(dials.error());
  const auto pending = call_api(arguments.console, "/api/v1/actions/pending");
  if (!pending) return report_failure(pending.error());
  (*dials)["suggested"] = pending->at("actions");
  if (arguments.json) {
    fmt::print("{}\n", dials->dump(2));
  } else {
    print_dials(*dials);
    print_pending(pending->at("actions"));
  }
  return exit_done;
}

int change(const Arguments& arguments, std::string_view path, json body) {
  body["who"] = this_person();
  const auto answer = call_api(arguments.console, path, &body);
  if (!answer) return report_failure(answer.error());
  if (arguments.json)
    fmt::print("{}\n", answer->dump(2));
  else if (answer->contains("dial"))
    fmt::print("{} is {} {} until {}; then {}\n", answer->at("dial").get<std::string>(),
               text_of(answer->at("value")), scope_text(answer->at("scope")), time_text(answer->at("until")),
               text_of(answer->at("previous")));
  else if (answer->contains("undone"))
    fmt::print("{} undone; automatic settings are stopped until 'foreshock dial release'\n",
               answer->at("undone").get<int64_t>());
  else
    fmt::print("done\n");
  return exit_done;
}

Result<json> value_of(const std::string& text) {
  if (text == engines_own) return json();
  double value = 0;
  if (const auto read = parse_value(text, value); !read)
    return fail(Code::bad_usage, fmt::format("VALUE: expected a number or own, found '{}'", text));
  return json(value);
}

int set(const Arguments& arguments) {
  const auto value = value_of(arguments.value);
  if (!value) return report_failure(value.error());
  Duration lasts{};
  if (const auto read = parse_value(arguments.lasts, lasts); !read)
    return report_failure(read.error().at("--for"));
  json body = {{"dial", arguments.dial}, {"value", *value}, {"for_s", seconds(lasts)}};
  add_scope(arguments.scope, body);
  return change(arguments, "/api/v1/dials", std::move(body));
}

int undo(const Arguments& arguments) {
  json body = json::object();
  if (!arguments.dial.empty()) body["dial"] = arguments.dial;
  if (arguments.all) body["all"] = true;
  add_scope(arguments.scope, body);
  return change(arguments, "/api/v1/dials/undo", std::move(body));
}

// One verb of the command.
CLI::App* add_verb(CLI::App* dial, const char* name, const char* help, std::shared_ptr<Arguments> arguments,
                   Run& run, int (*act)(const Arguments&)) {
  CLI::App* verb = dial->add_subcommand(name, help);
  add_console_options(*verb, arguments->console, arguments->json);
  verb->callback([arguments, &run, act] { run = [arguments, act] { return act(*arguments); }; });
  return verb;
}

}  // namespace dial_impl

void add_dial(CLI::App& app, Run& run) {
  using namespace dial_impl;
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* dial = app.add_subcommand("dial", "What may be turned on a running service.");
  dial->require_subcommand(1);
  add_verb(dial, "list", "Print the dials, what is set and by whom, and what is suggested.", arguments, run,
           list);
  CLI::App* setting =
      add_verb(dial, "set", "Turn a dial for a time; then it falls back by itself.", arguments, run, set);
  setting->add_option("name", arguments->dial, "The dial.")->required();
  setting->add_option("value", arguments->value, "A number, or own: as the engine has it.")->required();
  setting->add_option("--for", arguments->lasts, "How long, as 15m.")->required();
  add_scope_options(*setting, arguments->scope);
  CLI::App* undoing = add_verb(dial, "undo", "Undo what is set, now.", arguments, run, undo);
  undoing->add_option("name", arguments->dial, "The dial.");
  undoing->add_flag("--all", arguments->all, "Every dial; policies turn none until 'dial release'.");
  add_scope_options(*undoing, arguments->scope);
  add_verb(dial, "release", "Let policies act again after 'dial undo --all'.", arguments, run,
           [](const Arguments& given) { return change(given, "/api/v1/dials/release", json::object()); });
  add_verb(dial, "approve", "Do what a policy has suggested.", arguments, run,
           [](const Arguments& given) {
             return change(given, "/api/v1/actions/approve", {{"id", given.action}});
           })
      ->add_option("id", arguments->action, "The action, as 'dial list' shows it.")
      ->required();
  add_verb(dial, "decline", "Drop what a policy has suggested.", arguments, run,
           [](const Arguments& given) {
             return change(given, "/api/v1/actions/decline", {{"id", given.action}});
           })
      ->add_option("id", arguments->action, "The action, as 'dial list' shows it.")
      ->required();
}

}  // namespace foreshock::cli
